// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.kind;

import io.otd.table.NumericColumn;
import io.otd.table.internal.build.NearlyAll;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Finds columns of numbers of which nearly all are dates such as 20240331: the others, such as 0
 * and 99999999, are missing.
 */
public final class MostlyCompactDates {
  private static final int SHOWN = 3;

  private MostlyCompactDates() {}

  /**
   * Looks at a column.
   *
   * @param column as it was read
   * @param place where a row stands, for messages
   * @return empty if there is nothing to change
   */
  public static Optional<ReadColumn> of(NumericColumn column, IntFunction<String> place) {
    List<Integer> others = others(column);
    if (others.isEmpty() || !NearlyAll.hold(others.size(), column.rows() - column.missingCells())) {
      return Optional.empty();
    }
    double[] dates = column.values().clone();
    others.forEach(row -> dates[row] = Double.NaN);
    return DateTexts.areCompact(dates)
        ? Optional.of(
            ReadColumn.of(new NumericColumn(column.name(), dates), note(column, others, place)))
        : Optional.empty();
  }

  /** The rows of other numbers; a few more than may be are enough. */
  private static List<Integer> others(NumericColumn column) {
    List<Integer> others = new ArrayList<>();
    for (int row = 0;
        row < column.rows() && others.size() <= NearlyAll.most(column.rows()) + 1;
        row++) {
      if (!column.missing(row) && !DateTexts.isCompact(column.number(row))) {
        others.add(row);
      }
    }
    return others;
  }

  private static String note(
      NumericColumn column, List<Integer> others, IntFunction<String> place) {
    List<String> shown =
        others.stream()
            .limit(SHOWN)
            .map(row -> NumberCell.text(column.number(row)) + " in " + place.apply(row))
            .toList();
    return "column %s is read as dates; %s of its numbers %s missing: %s (columns.numeric keeps numbers)"
        .formatted(
            Quoted.of(column.name()),
            others.size(),
            others.size() == 1 ? "is not a date and counts as" : "are not dates and count as",
            String.join(", ", shown) + (others.size() > SHOWN ? ", ..." : ""));
  }
}
