// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CalendarTime;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TextInput;
import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.train.explanation.ColumnEffect.Scale;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cells of a column as values that are compared: in order, or as equal or not. */
sealed interface ColumnValues {
  /**
   * Values that have an order.
   *
   * @param scale numbers or dates
   * @param values {@code [rows of the pool]}: numbers, or days since 1970-01-01; NaN if missing
   */
  record Ordered(Scale scale, double[] values) implements ColumnValues {}

  /**
   * Categories.
   *
   * @param labels of the categories; the missing cell is the empty one, all that the model does not
   *     know are one
   * @param codes {@code [rows of the pool]}: places of the labels
   */
  record Categories(List<String> labels, int[] codes) implements ColumnValues {}

  /** The label of all texts that the model does not know. */
  String UNKNOWN = "(other)";

  /** The values of an input column of a pool. */
  static ColumnValues of(RowPool pool, int column) {
    InputColumn input = pool.inputs().get(column);
    Column cells = pool.column(column);
    return input.match(
        number -> new Ordered(Scale.NUMBER, cells.numbers()), text -> of(text, cells.texts()));
  }

  private static ColumnValues of(TextInput input, TextColumn cells) {
    return input.matchText(listed -> categories(listed, cells), date -> dates(date, cells));
  }

  private static Ordered dates(DateInput input, TextColumn cells) {
    double[] days =
        cells.dictionary().stream()
            .mapToDouble(
                text -> input.form().parse(text).map(ColumnValues::days).orElse(Double.NaN))
            .toArray();
    return new Ordered(
        Scale.DATE,
        Arrays.stream(cells.codes())
            .mapToDouble(code -> code == TextColumn.MISSING ? Double.NaN : days[code])
            .toArray());
  }

  private static double days(CalendarTime time) {
    return time.date().toEpochDay() + time.hour() / 24;
  }

  private static Categories categories(ListedInput input, TextColumn cells) {
    Map<String, Integer> places = new LinkedHashMap<>();
    int[] ofText =
        cells.dictionary().stream()
            .mapToInt(text -> places.computeIfAbsent(label(input, text), t -> places.size()))
            .toArray();
    int[] codes =
        Arrays.stream(cells.codes())
            .map(
                code ->
                    code == TextColumn.MISSING
                        ? places.computeIfAbsent(TextInput.MISSING, t -> places.size())
                        : ofText[code])
            .toArray();
    return new Categories(List.copyOf(places.keySet()), codes);
  }

  /** Texts that mean the same have one label. */
  private static String label(ListedInput input, String text) {
    if (input instanceof BooleanInput binary && !text.equals(TextInput.MISSING)) {
      return (binary.no().contains(text) ? binary.no() : binary.yes()).get(0);
    }
    return input.place(text) < input.texts().size() ? text : UNKNOWN;
  }
}
