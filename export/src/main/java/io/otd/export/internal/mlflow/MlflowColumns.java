// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.mlflow;

import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.onnx.OnnxModels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the Python code must know of a model, as JSON: the columns of a table with the inputs of
 * {@code model.onnx} that they become, and the names of what is predicted.
 *
 * @param inputs one a column, in their order
 * @param targets names
 * @param levels of the quantiles, as they are written in names
 * @param intervals levels of the conformal intervals, likewise; possibly none
 * @param rows how many are computed at a time
 */
record MlflowColumns(
    List<Map<String, Object>> inputs,
    List<String> targets,
    List<String> levels,
    List<String> intervals,
    int rows) {
  static MlflowColumns of(ExportDescription description) {
    TableSchema schema = description.schema();
    List<String> names = OnnxModels.inputNames(schema.inputNames());
    List<Map<String, Object>> inputs = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      inputs.add(input(names.get(j), schema.inputs().get(j)));
    }
    return new MlflowColumns(
        inputs,
        schema.targetNames(),
        description.levels().stream().map(level -> level.toPlainString()).toList(),
        description.conformal().levels().stream()
            .map(ConformalLevel::level)
            .map(CoverageLevels::text)
            .toList(),
        description.rowsAtATime());
  }

  private static Map<String, Object> input(String name, InputColumn column) {
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("column", column.name());
    input.put("input", name);
    input.put("kind", column.kind());
    input.put("optional", column.mayBeMissing());
    if (column instanceof BooleanInput listed) {
      input.put("no", listed.no());
      input.put("yes", listed.yes());
    }
    if (column instanceof DateInput date) {
      DateForm form = date.form();
      input.put("pattern", form.regex());
      // Of the year, the month, the day and the hour in the pattern.
      input.put("groups", List.of(form.year(), form.month(), form.day(), DateForm.HOUR));
    }
    return input;
  }

  /** Names of the columns of a prediction, those of {@code otd predict}. */
  List<String> outputs() {
    List<String> names = new ArrayList<>();
    for (String target : targets) {
      String prefix = targets.size() == 1 ? "" : target + ":";
      names.add(prefix + "mean");
      names.add(prefix + "std");
      levels.forEach(level -> names.add(prefix + "q" + level));
      for (String level : intervals) {
        names.add(prefix + "lower_" + level);
        names.add(prefix + "upper_" + level);
      }
    }
    return names;
  }
}
