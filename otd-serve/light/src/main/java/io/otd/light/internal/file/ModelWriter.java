// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCurve;
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
import io.otd.light.internal.model.FlowShape;
import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LatentLaw;
import io.otd.light.internal.model.LawOfOutputs;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.LightMember;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.model.NetworkShape;
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

  /** Writes one element of a list. */
  @FunctionalInterface
  private interface Element<T> {
    void write(T value) throws IOException;
  }

  byte[] bytes(LightModel model) {
    try {
      list(model.schema().inputs(), this::input);
      list(model.schema().targets(), this::target);
      list(model.levels(), level -> text(level.toString()));
      calibration(model.calibration());
      list(List.copyOf(model.metrics().keySet()), name -> metric(model, name));
      list(model.kinds(), this::kind);
      wholes(model.rounds());
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void kind(LightKind kind) throws IOException {
    network(kind.network());
    latents(kind.latents());
    law(kind.law());
    out.writeInt(kind.draws());
    list(kind.members(), this::member);
    floats(kind.latentBank());
    floats(kind.noiseBank());
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

  private void calibration(Calibration calibration) throws IOException {
    out.writeDouble(calibration.spread().factor());
    list(calibration.isotonic().curves(), this::curve);
    conformal(calibration.conformal());
  }

  private void curve(IsotonicCurve curve) throws IOException {
    reals(curve.predicted());
    reals(curve.observed());
  }

  private void conformal(ConformalCalibration conformal) throws IOException {
    ConformalRule rule = conformal.rule();
    if (rule instanceof ConformalRule.None) {
      out.writeByte(0);
    } else if (rule instanceof ConformalRule.Normalized normalized) {
      out.writeByte(1);
      reals(normalized.floor());
    } else if (rule instanceof ConformalRule.Quantiles) {
      out.writeByte(2);
    } else {
      throw unknown(rule);
    }
    out.writeInt(conformal.rows());
    list(conformal.levels(), this::conformalLevel);
  }

  private void conformalLevel(ConformalLevel level) throws IOException {
    out.writeDouble(level.level());
    reals(level.offsets());
  }

  private void metric(LightModel model, String name) throws IOException {
    text(name);
    out.writeDouble(model.metrics().getOrDefault(name, Double.NaN));
  }

  private void network(NetworkShape network) throws IOException {
    if (network instanceof LayeredShape layers) {
      out.writeByte(0);
      layers(layers);
    } else if (network instanceof ForestShape forest) {
      out.writeByte(1);
      forest(forest);
    }
  }

  private void layers(LayeredShape layers) throws IOException {
    out.writeInt(layers.inputs());
    out.writeInt(layers.code());
    wholes(layers.hidden());
    text(layers.function().name());
    out.writeBoolean(layers.scaledMasks());
    out.writeBoolean(layers.residual());
    out.writeBoolean(layers.linearPath());
  }

  private void forest(ForestShape forest) throws IOException {
    out.writeInt(forest.inputs());
    out.writeInt(forest.trees());
    out.writeInt(forest.nodes());
    out.writeInt(forest.depth());
    out.writeInt(forest.rows());
  }

  private void latents(LatentLaw law) throws IOException {
    if (law instanceof LatentLaw.Fixed) {
      out.writeByte(0);
    } else if (law instanceof LatentLaw.Bernoulli bernoulli) {
      out.writeByte(1);
      out.writeDouble(bernoulli.rate());
    } else if (law instanceof LatentLaw.Concrete concrete) {
      out.writeByte(2);
      out.writeDouble(concrete.rate());
      out.writeDouble(concrete.temperature());
    } else if (law instanceof LatentLaw.Transported transported) {
      out.writeByte(3);
      transported(transported);
    } else if (law instanceof LatentLaw.Lifted lifted) {
      out.writeByte(4);
      out.writeInt(lifted.width());
      transported(lifted.code());
      wholes(lifted.hidden());
      text(lifted.function().name());
    } else if (law instanceof LatentLaw.Uniform) {
      out.writeByte(5);
    }
  }

  private void transported(LatentLaw.Transported law) throws IOException {
    out.writeDouble(law.p());
    out.writeDouble(law.temperature());
    FlowShape flow = law.flow();
    wholes(flow.hidden());
    text(flow.function().name());
    out.writeBoolean(flow.heun());
    out.writeInt(flow.steps());
  }

  private void law(LawOfOutputs law) throws IOException {
    if (law instanceof LawOfOutputs.Direct) {
      out.writeByte(0);
    } else if (law instanceof LawOfOutputs.Gaussian) {
      out.writeByte(1);
    } else if (law instanceof LawOfOutputs.Mixture mixture) {
      out.writeByte(2);
      out.writeInt(mixture.components());
    }
  }

  private void member(LightMember member) throws IOException {
    out.writeDouble(member.spread());
    for (float[] array : member.arrays()) {
      floats(array);
    }
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

  private void floats(float[] values) throws IOException {
    out.writeInt(values.length);
    for (float value : values) {
      out.writeFloat(value);
    }
  }

  private void reals(List<Double> values) throws IOException {
    list(values, value -> out.writeDouble(value));
  }

  private void wholes(List<Integer> values) throws IOException {
    list(values, value -> out.writeInt(value));
  }

  private <T> void list(List<T> values, Element<T> element) throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      element.write(value);
    }
  }
}
