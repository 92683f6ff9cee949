// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.files.IoConsumer;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.Log1pTransform;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import io.otd.light.internal.model.LightModel;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes what {@link ModelReader} reads, in the same order. */
final class ModelWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  byte[] bytes(LightModel model) {
    try {
      list(model.schema().inputs(), this::input);
      list(model.schema().targets(), this::target);
      list(model.levels(), level -> text(level.toString()));
      conformal(model.conformal());
      list(List.copyOf(model.metrics().keySet()), name -> metric(model, name));
      list(model.networks(), out::writeInt);
      new TapeWriter(out).write(model.tape());
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void input(InputColumn column) throws IOException {
    text(column.name());
    if (column instanceof NumericInput c) {
      out.writeByte(0);
      number(c);
    } else if (column instanceof BooleanInput c) {
      out.writeByte(1);
      list(c.no(), this::text);
      list(c.yes(), this::text);
      out.writeDouble(c.mean());
      out.writeDouble(c.scale());
      text(c.missing().name());
    } else if (column instanceof CategoricalInput c) {
      out.writeByte(2);
      list(c.categories(), this::text);
      reals(c.shares());
      out.writeBoolean(c.bucket());
      out.writeBoolean(c.mayBeMissing());
    } else if (column instanceof DateInput c) {
      out.writeByte(3);
      text(c.form().name());
      list(c.parts(), this::part);
      text(c.missing().name());
    } else {
      throw unknown(column);
    }
  }

  private void number(NumericInput c) throws IOException {
    for (double value : new double[] {c.mean(), c.scale(), c.lower(), c.upper(), c.fill()}) {
      out.writeDouble(value);
    }
    text(c.missing().name());
    list(c.pieces(), this::piece);
    text(c.unit());
  }

  private void piece(NumericInput.Piece piece) throws IOException {
    out.writeDouble(piece.lower());
    out.writeDouble(piece.upper());
    out.writeDouble(piece.mean());
    out.writeDouble(piece.scale());
  }

  private void part(DateInput.Part part) throws IOException {
    text(part.part().name());
    text(part.number().name());
    number(part.number());
  }

  private void target(TargetColumn column) throws IOException {
    text(column.name());
    transform(column.transform());
    out.writeDouble(column.mean());
    out.writeDouble(column.scale());
    out.writeDouble(column.lower());
    out.writeDouble(column.upper());
    support(column.support());
    text(column.unit());
  }

  private void support(TargetSupport support) throws IOException {
    out.writeDouble(support.least());
    out.writeDouble(support.greatest());
    out.writeInt(support.lattice().unit());
    out.writeInt(support.lattice().per());
  }

  private void transform(TargetTransform transform) throws IOException {
    if (transform instanceof IdentityTransform) {
      out.writeByte(0);
    } else if (transform instanceof LogTransform) {
      out.writeByte(1);
    } else if (transform instanceof Log1pTransform) {
      out.writeByte(2);
    } else if (transform instanceof YeoJohnsonTransform t) {
      out.writeByte(3);
      out.writeDouble(t.lambda());
      out.writeDouble(t.center());
      out.writeDouble(t.unit());
    } else if (transform instanceof QuantileTransform t) {
      out.writeByte(4);
      reals(t.values());
      reals(t.scores());
    } else if (transform instanceof BoundedTransform t) {
      out.writeByte(5);
      out.writeDouble(t.least());
      out.writeDouble(t.greatest());
      out.writeDouble(t.unit());
    } else {
      throw unknown(transform);
    }
  }

  private void conformal(ConformalCalibration conformal) throws IOException {
    ConformalRule rule = conformal.rule();
    if (rule instanceof ConformalRule.None) {
      out.writeByte(0);
    } else if (rule instanceof ConformalRule.Normalized normalized) {
      out.writeByte(1);
      reals(normalized.floor());
      out.writeBoolean(normalized.joint());
    } else if (rule instanceof ConformalRule.Quantiles) {
      out.writeByte(2);
    } else {
      throw unknown(rule);
    }
    out.writeInt(conformal.rows());
    list(conformal.levels(), this::conformalLevel);
    list(conformal.groups(), this::conformalGroup);
  }

  private void conformalGroup(ConformalCalibration.OfGroup of) throws IOException {
    list(
        List.copyOf(of.group().categories().entrySet()),
        category -> {
          text(category.getKey());
          text(category.getValue());
        });
    out.writeInt(of.rows());
    list(of.levels(), this::conformalLevel);
  }

  private void conformalLevel(ConformalLevel level) throws IOException {
    out.writeDouble(level.level());
    reals(level.offsets());
  }

  private void metric(LightModel model, String name) throws IOException {
    text(name);
    out.writeDouble(model.metrics().getOrDefault(name, Double.NaN));
  }

  /** For a variant that is newer than this format. */
  private static IllegalStateException unknown(Object variant) {
    return new IllegalStateException(
        "%s (expected: one of the variants of format %s of the light model)"
            .formatted(variant, LightModelFile.FORMAT));
  }

  private void text(String text) throws IOException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(encoded.length);
    out.write(encoded);
  }

  private void reals(List<Double> values) throws IOException {
    list(values, value -> out.writeDouble(value));
  }

  private <T> void list(List<T> values, IoConsumer<T> element) throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      element.accept(value);
    }
  }
}
