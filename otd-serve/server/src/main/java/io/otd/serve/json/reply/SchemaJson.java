// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TextInput;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.json.JsonBytes;
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
  public static byte[] write(VersionId id, ExportDescription description) {
    JsonBytes json = new JsonBytes(NonFinite.NULL, EXPECTED);
    json.raw('{').member("model").string(id.model());
    json.member("version").string(Long.toString(id.version()));
    json.member("draws").integer(description.bank().size());
    numbers("quantiles", description.levels(), json);
    numbers("conformal_levels", description.conformal().alphas(), json);
    json.member("conformal_joint").raw(String.valueOf(description.conformal().rule().joint()));
    TrainingRange range = new TrainingRange(description.schema(), description.profile());
    boolean known = !description.profile().absent();
    int[] column = new int[1];
    json.member("inputs")
        .lines(
            description.inputs(),
            2,
            input -> {
              int place = column[0]++;
              input(input, known ? range.of(place) : Optional.empty(), json);
            });
    json.member("targets").lines(description.targets(), 2, target -> target(target, json));
    return json.raw("}\n").toByteArray();
  }

  private static void target(ExportDescription.Target target, JsonBytes json) {
    TargetSupport support = target.column().possible();
    json.raw('{').member("name").string(target.column().name());
    json.member("identifier").string(target.identifier());
    json.member("description").string(target.column().description());
    json.member("support").raw('{').member("lower").number(support.least());
    json.member("upper").number(support.greatest()).member("step");
    if (support.lattice().absent()) {
      json.raw("null}");
    } else {
      json.number(support.lattice().step()).raw('}');
    }
    unit(target.column().unit(), json).raw('}');
  }

  private static void numbers(String name, List<? extends Number> values, JsonBytes json) {
    json.member(name).list(values, value -> json.number(value.doubleValue()));
  }

  private static void input(
      ExportDescription.Input input, Optional<double[]> range, JsonBytes json) {
    InputColumn column = input.column();
    json.raw('{').member("name").string(column.name());
    json.member("identifier").string(input.identifier());
    json.member("kind").string(column.kind());
    json.member("may_be_missing").raw(String.valueOf(column.mayBeMissing()));
    json.member("description").string(column.description());
    JsonBytes unused = column.match(number -> number(number, json), text -> text(text, json));
    range.ifPresent(
        ends -> {
          json.member("training_range").raw('[').number((float) ends[0]);
          json.raw(", ").number((float) ends[1]).raw(']');
        });
    json.raw('}');
  }

  private static JsonBytes number(NumericInput column, JsonBytes json) {
    json.member("mean").number(column.mean()).member("scale").number(column.scale());
    json.member("lower").number(column.lower()).member("upper").number(column.upper());
    return unit(column.unit(), json);
  }

  private static JsonBytes unit(String unit, JsonBytes json) {
    return unit.isEmpty() ? json : json.member("unit").string(unit);
  }

  private static JsonBytes text(TextInput column, JsonBytes json) {
    List<String> listed =
        column.examples().stream().filter(text -> !text.equals(TextInput.MISSING)).toList();
    json.member("texts").list(listed, json::string);
    return json.member("other_texts").raw(String.valueOf(column.accepts(OTHER)));
  }
}
