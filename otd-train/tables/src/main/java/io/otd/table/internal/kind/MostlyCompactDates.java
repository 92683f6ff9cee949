// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.kind;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.build.CellTexts;
import io.otd.table.internal.build.NearlyAll;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.problem.Quoted;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finds columns of numbers of which nearly all are dates such as 20240331: the others, such as 0
 * and 99999999, are missing.
 */
public final class MostlyCompactDates {
  private static final int SHOWN = 3;

  /** Rows of which one has a date, if nearly all have. */
  private static final int FIRST_ROWS = 1000;

  private MostlyCompactDates() {}

  /**
   * Looks at a column.
   *
   * @param column of numbers, as it was read
   * @param store of its numbers
   * @param place where a row stands, for messages
   * @return empty if there is nothing to change
   */
  public static Optional<ReadColumn> of(Column column, CellStore store, IntFunction<String> place) {
    return mayBeDates(column)
        ? others(column.numbers())
            .filter(others -> !others.isEmpty() && areDates(column, others))
            .map(
                others ->
                    ReadColumn.of(
                        without(column, others, store),
                        note(column.name(), column.numbers(), others, place)))
        : Optional.empty();
  }

  /**
   * Looks at the numbers of a column of texts; of the others, all texts are named.
   *
   * @param numbers those of the same rows
   * @return empty if they are no dates, or all texts are
   */
  public static Optional<ReadColumn> of(CellTexts texts, Column numbers, CellStore store) {
    if (!mayBeDates(numbers)) {
      return Optional.empty();
    }
    return others(numbers.numbers())
        .filter(others -> areDates(numbers, others))
        .map(others -> without(numbers, others, store))
        .flatMap(dates -> named(texts, dates));
  }

  private static Optional<ReadColumn> named(CellTexts texts, Column dates) {
    BitSet missing = new BitSet();
    TextColumn column = texts.column();
    for (int row = 0; row < column.rows(); row++) {
      if (!column.missing(row) && dates.missing(row)) {
        missing.set(column.codes()[row]);
      }
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ReadColumn.of(
                dates,
                "column %s is read as dates; %s (columns.categorical keeps texts)"
                    .formatted(
                        Quoted.of(column.name()), texts.others(missing, "a date", "dates"))));
  }

  private static Column without(Column column, BitSet others, CellStore store) {
    double[] dates = column.numbers().clone();
    others.stream().forEach(row -> dates[row] = Double.NaN);
    return NumberBuffer.of(dates, store).column(column.name(), "");
  }

  /** Nearly all columns have other numbers in their first rows, and are not read as a whole. */
  private static boolean mayBeDates(Column column) {
    int[] rows = IntStream.range(0, Math.min(FIRST_ROWS, column.rows())).toArray();
    double[] first = column.at(rows).numbers();
    return DoubleStream.of(first).anyMatch(DateTexts::isCompact)
        || DoubleStream.of(first).allMatch(Double::isNaN);
  }

  /** The rows of numbers that are no dates, if these are few. */
  private static Optional<BitSet> others(double[] numbers) {
    BitSet others = new BitSet();
    long open = NearlyAll.most(numbers.length) + 1;
    for (int row = 0; row < numbers.length && open > 0; row++) {
      if (!Double.isNaN(numbers[row]) && !DateTexts.isCompact(numbers[row])) {
        others.set(row);
        open--;
      }
    }
    long present = DoubleStream.of(numbers).filter(value -> !Double.isNaN(value)).count();
    return NearlyAll.hold(others.cardinality(), present) ? Optional.of(others) : Optional.empty();
  }

  private static boolean areDates(Column column, BitSet others) {
    double[] numbers = column.numbers();
    return DateTexts.areCompact(
        IntStream.range(0, numbers.length)
            .filter(row -> !others.get(row))
            .mapToDouble(row -> numbers[row])
            .toArray());
  }

  private static String note(
      String column, double[] numbers, BitSet others, IntFunction<String> place) {
    int count = others.cardinality();
    List<String> shown =
        others.stream()
            .limit(SHOWN)
            .mapToObj(row -> NumberCell.text(numbers[row]) + " in " + place.apply(row))
            .toList();
    return "column %s is read as dates; %s of its numbers %s missing: %s (columns.numeric keeps numbers)"
        .formatted(
            Quoted.of(column),
            count,
            count == 1 ? "is not a date and counts as" : "are not dates and count as",
            String.join(", ", shown) + (count > SHOWN ? ", ..." : ""));
  }
}
