// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.core.internal.text.BriefText;
import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.DateForm;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.cell.NumberCell;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A summary of a column.
 *
 * @param name of the column
 * @param kind {@code numeric}, {@code date} or {@code text}
 * @param missing number of missing cells
 * @param distinct number of different values among the others
 * @param values range and mean of numbers, range of dates, the most frequent texts with their
 *     counts
 */
public record ColumnProfile(String name, String kind, int missing, int distinct, String values) {
  private static final int MAX_TEXTS = 4;
  private static final int MAX_LETTERS = 20;

  static ColumnProfile of(NumericColumn column) {
    if (DateTexts.areCompact(column.values())) {
      return ofDates(column.texts(), DateForm.COMPACT);
    }
    double[] present = Arrays.stream(column.values()).filter(v -> !Double.isNaN(v)).toArray();
    Arrays.sort(present);
    int distinct =
        (int)
            IntStream.range(0, present.length)
                .filter(i -> i == 0 || present[i] != present[i - 1])
                .count();
    return new ColumnProfile(
        column.name(),
        "numeric",
        column.rows() - present.length,
        distinct,
        present.length == 0
            ? ""
            : "%s to %s, mean %s"
                .formatted(
                    NumberText.cell(present[0]),
                    NumberText.cell(present[present.length - 1]),
                    NumberText.of(Arrays.stream(present).average().orElse(Double.NaN), 6)));
  }

  static ColumnProfile of(TextColumn column) {
    List<DateForm> forms = DateTexts.forms(column.dictionary());
    return forms.size() == 1 ? ofDates(column, forms.get(0)) : ofTexts(column);
  }

  private static ColumnProfile ofDates(TextColumn column, DateForm form) {
    List<LocalDate> days =
        Arrays.stream(column.codes())
            .filter(code -> code != TextColumn.MISSING)
            .distinct()
            .mapToObj(code -> form.parse(column.dictionary().get(code)).orElseThrow().date())
            .sorted()
            .toList();
    return new ColumnProfile(
        column.name(),
        "date",
        column.missingCells(),
        days.size(),
        days.isEmpty() ? "" : days.get(0) + " to " + days.get(days.size() - 1));
  }

  private static ColumnProfile ofTexts(TextColumn column) {
    int[] counts = new int[column.dictionary().size()];
    for (int code : column.codes()) {
      if (code != TextColumn.MISSING) {
        counts[code]++;
      }
    }
    List<Integer> used =
        IntStream.range(0, counts.length).filter(c -> counts[c] > 0).boxed().toList();
    String frequent =
        used.stream()
            .sorted(Comparator.comparing(c -> -counts[c]))
            .limit(MAX_TEXTS)
            .map(c -> shown(column.dictionary().get(c)) + " " + counts[c])
            .collect(Collectors.joining(", "));
    return new ColumnProfile(
        column.name(),
        "text",
        column.missingCells(),
        used.size(),
        used.size() > MAX_TEXTS ? frequent + ", ..." : frequent);
  }

  private static String shown(String text) {
    return NumberCell.shown(BriefText.of(text, MAX_LETTERS));
  }
}
