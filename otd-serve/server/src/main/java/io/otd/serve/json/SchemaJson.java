// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TextInput;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Optional;

/** Writes what the rows of a model are: strict JSON, an unbounded end being {@code null}. */
public final class SchemaJson {
  private static final int EXPECTED = 4096;

  /** No column lists it. */
  private static final String OTHER = "\u0000";

  private SchemaJson() {}

  /**
   * The reply of a schema request.
   *
   * @return UTF-8
   */
  public static byte[] write(String model, long version, ExportDescription description) {
    JsonBytes json = new JsonBytes(NonFinite.NULL, EXPECTED);
    json.raw("{\n \"model\": ").string(model).raw(",\n \"version\": \"").integer(version);
    json.raw("\",\n \"draws\": ").integer(description.bank().size());
    json.raw(",\n \"quantiles\": ");
    numbers(description.levels(), json);
    json.raw(",\n \"conformal_levels\": ");
    numbers(description.conformal().levels().stream().map(ConformalLevel::level).toList(), json);
    json.raw(",\n \"inputs\": [");
    String before = "\n  ";
    TrainingRange range = new TrainingRange(description.schema(), description.profile());
    boolean known = !description.profile().absent();
    int column = 0;
    for (ExportDescription.Input input : description.inputs()) {
      json.raw(before);
      input(input, known ? range.of(column) : Optional.empty(), json);
      column++;
      before = ",\n  ";
    }
    json.raw("\n ],\n \"targets\": [");
    before = "\n  ";
    for (ExportDescription.Target target : description.targets()) {
      json.raw(before).raw("{\"name\": ").string(target.column().name());
      json.raw(", \"identifier\": ").string(target.identifier());
      json.raw(", \"description\": ").string(target.column().description());
      support(target.column().possible(), json);
      unit(target.column().unit(), json).raw('}');
      before = ",\n  ";
    }
    return json.raw("\n ]\n}\n").toByteArray();
  }

  private static void support(TargetSupport support, JsonBytes json) {
    json.raw(", \"support\": {\"lower\": ").number(support.least());
    json.raw(", \"upper\": ").number(support.greatest()).raw(", \"step\": ");
    if (support.lattice().absent()) {
      json.raw("null}");
    } else {
      json.number(support.lattice().step()).raw('}');
    }
  }

  private static void numbers(List<? extends Number> values, JsonBytes json) {
    json.raw('[');
    String before = "";
    for (Number value : values) {
      json.raw(before).number(value.doubleValue());
      before = ", ";
    }
    json.raw(']');
  }

  private static void input(
      ExportDescription.Input input, Optional<double[]> range, JsonBytes json) {
    InputColumn column = input.column();
    json.raw("{\"name\": ").string(column.name());
    json.raw(", \"identifier\": ").string(input.identifier());
    json.raw(", \"kind\": ").string(column.kind());
    json.raw(", \"may_be_missing\": ").raw(String.valueOf(column.mayBeMissing()));
    json.raw(", \"description\": ").string(column.description());
    JsonBytes unused = column.match(number -> number(number, json), text -> text(text, json));
    range.ifPresent(
        ends -> {
          json.raw(", \"training_range\": [").number((float) ends[0]);
          json.raw(", ").number((float) ends[1]).raw(']');
        });
    json.raw('}');
  }

  private static JsonBytes number(NumericInput column, JsonBytes json) {
    json.raw(", \"mean\": ").number(column.mean()).raw(", \"scale\": ").number(column.scale());
    json.raw(", \"lower\": ").number(column.lower()).raw(", \"upper\": ").number(column.upper());
    return unit(column.unit(), json);
  }

  private static JsonBytes unit(String unit, JsonBytes json) {
    return unit.isEmpty() ? json : json.raw(", \"unit\": ").string(unit);
  }

  private static JsonBytes text(TextInput column, JsonBytes json) {
    json.raw(", \"texts\": [");
    String before = "";
    for (String text : column.examples()) {
      if (!text.equals(TextInput.MISSING)) {
        json.raw(before).string(text);
        before = ", ";
      }
    }
    json.raw("], \"other_texts\": ").raw(String.valueOf(column.accepts(OTHER)));
    return json;
  }
}
