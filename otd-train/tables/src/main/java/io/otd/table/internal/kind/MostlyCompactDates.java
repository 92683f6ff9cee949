// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.kind;

import io.otd.table.NumericColumn;
import io.otd.table.internal.build.NearlyAll;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.Quoted;
import java.util.BitSet;
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
    BitSet others = others(column);
    int count = others.cardinality();
    // Counting what is missing takes a while; in columns of other numbers it is not needed.
    if (count == 0
        || !NearlyAll.hold(count, column.rows())
        || !NearlyAll.hold(count, column.rows() - column.missingCells())) {
      return Optional.empty();
    }
    double[] dates = column.values().clone();
    others.stream().forEach(row -> dates[row] = Double.NaN);
    return DateTexts.areCompact(dates)
        ? Optional.of(
            ReadColumn.of(new NumericColumn(column.name(), dates), note(column, others, place)))
        : Optional.empty();
  }

  /** The rows of other numbers; a few more than may be are enough. */
  private static BitSet others(NumericColumn column) {
    BitSet others = new BitSet();
    long open = NearlyAll.most(column.rows()) + 1;
    for (int row = 0; row < column.rows() && open > 0; row++) {
      if (!column.missing(row) && !DateTexts.isCompact(column.number(row))) {
        others.set(row);
        open--;
      }
    }
    return others;
  }

  private static String note(NumericColumn column, BitSet others, IntFunction<String> place) {
    List<String> shown =
        others.stream()
            .limit(SHOWN)
            .mapToObj(row -> NumberCell.text(column.number(row)) + " in " + place.apply(row))
            .toList();
    return "column %s is read as dates; %s of its numbers %s missing: %s (columns.numeric keeps numbers)"
        .formatted(
            Quoted.of(column.name()),
            others.cardinality(),
            others.cardinality() == 1
                ? "is not a date and counts as"
                : "are not dates and count as",
            String.join(", ", shown) + (others.cardinality() > SHOWN ? ", ..." : ""));
  }
}
