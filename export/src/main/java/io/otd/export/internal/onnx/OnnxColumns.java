// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.PredictionColumns;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DateRewrite;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The description of a model in its ONNX file, as JSON: the columns of a table with the inputs that
 * they become, and the names of the predictions. The Python code reads it.
 *
 * @param inputs one per column, in their order
 * @param targets names
 * @param levels of the quantiles, as they are written in names
 * @param intervals levels of the conformal intervals, as they are written in names; may be empty
 * @param rows how many are computed at a time
 */
public record OnnxColumns(
    List<Input> inputs,
    List<String> targets,
    List<String> levels,
    List<String> intervals,
    int rows) {
  /**
   * A column of the table.
   *
   * @param column its name
   * @param input the input of {@code model.onnx} that it becomes
   * @param kind numeric, categorical, boolean or date
   * @param optional whether a cell may be missing
   * @param no words for no, of a column of two words
   * @param yes words for yes, of a column of two words
   * @param padded whether blanks around its texts count; absent for no
   * @param numbers whether all its texts are numbers; absent for no
   * @param unit of numbers; absent for none
   * @param expected of dates, for messages
   * @param forms of dates, tried one after the other
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Input(
      String column,
      String input,
      String kind,
      boolean optional,
      @Nullable List<String> no,
      @Nullable List<String> yes,
      @Nullable Boolean padded,
      @Nullable Boolean numbers,
      @Nullable String unit,
      @Nullable String expected,
      @Nullable List<Form> forms) {
    private static Input of(String name, InputColumn column) {
      return column.match(
          number -> of(name, number, number.unit(), null, null),
          text ->
              text.matchText(
                  listed -> of(name, listed, "", listed, null),
                  date -> of(name, date, "", null, date)));
    }

    private static Input of(
        String name,
        InputColumn column,
        String unit,
        @Nullable ListedInput listed,
        @Nullable DateInput date) {
      BooleanInput words = listed instanceof BooleanInput w ? w : null;
      return new Input(
          column.name(),
          name,
          column.kind(),
          column.mayBeMissing(),
          words == null ? null : words.no(),
          words == null ? null : words.yes(),
          (listed != null && listed.padded()) ? true : null,
          (listed != null && listed.allNumbers()) ? true : null,
          unit.isEmpty() ? null : unit,
          date == null ? null : date.expected(),
          date == null ? null : Form.of(date));
    }
  }

  /**
   * A form of dates.
   *
   * @param pattern regular expression of a date
   * @param groups of the year, the month, the day and the hour in the pattern
   */
  public record Form(String pattern, List<Integer> groups) {
    private static List<Form> of(DateInput column) {
      DateForm yearFirst = DateForm.YEAR_FIRST;
      Form plain =
          new Form(
              yearFirst.regex(),
              List.of(yearFirst.year(), yearFirst.month(), yearFirst.day(), DateForm.HOUR));
      return Stream.concat(Stream.of(plain), column.rewrites().stream().map(Form::of)).toList();
    }

    private static Form of(DateRewrite rule) {
      List<Integer> groups = new ArrayList<>(rule.groups());
      groups.add(DateForm.HOUR);
      return new Form(rule.form(), groups);
    }
  }

  /** The columns of an export. */
  public static OnnxColumns of(ExportDescription description) {
    TableSchema schema = description.schema();
    List<String> names = OnnxFile.inputNames(schema.inputNames());
    List<Input> inputs = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      inputs.add(Input.of(names.get(j), schema.inputs().get(j)));
    }
    return new OnnxColumns(
        inputs,
        schema.targetNames(),
        description.levels().stream().map(level -> level.toPlainString()).toList(),
        description.conformal().levels().stream()
            .map(ConformalLevel::level)
            .map(CoverageLevels::text)
            .toList(),
        description.rowsAtATime());
  }

  /** Names of the columns of a prediction, those of {@code otd predict}. */
  public List<String> outputs() {
    List<String> names = new ArrayList<>();
    for (String target : targets) {
      String prefix = targets.size() == 1 ? "" : target + ":";
      names.add(prefix + ServingNames.MEAN);
      names.add(prefix + ServingNames.STD);
      for (String level : levels) {
        names.add(prefix + PredictionColumns.quantile(Double.parseDouble(level)));
      }
      for (String text : intervals) {
        double level = Double.parseDouble(text);
        names.add(prefix + PredictionColumns.lower(level));
        names.add(prefix + PredictionColumns.upper(level));
      }
    }
    return names;
  }
}
