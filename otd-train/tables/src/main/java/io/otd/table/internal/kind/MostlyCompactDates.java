// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.kind;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.build.CellTexts;
import io.otd.table.internal.build.NearlyAll;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.problem.Quoted;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finds columns of numbers of which nearly all are dates such as 20240331: the others, such as 0
 * and 99999999, are missing.
 */
public final class MostlyCompactDates {
  /** Rows of which one has a date, if nearly all have. */
  private static final int FIRST_ROWS = 1000;

  private MostlyCompactDates() {}

  /**
   * Looks at a column.
   *
   * @param numbers as they were read
   * @param texts of the same rows, if it is one of texts; all that are no dates are named
   * @param store of its numbers
   * @param place where a row stands, for messages
   * @return empty if there is nothing to change
   */
  public static Optional<ReadColumn> of(
      Column numbers, Optional<CellTexts> texts, CellStore store, IntFunction<String> place) {
    return mayBeDates(numbers)
        ? others(numbers.numbers())
            .filter(others -> texts.isPresent() || !others.isEmpty())
            .filter(others -> areDates(numbers, others))
            .map(others -> without(numbers, others, store))
            .flatMap(
                dates ->
                    named(
                        texts.orElseGet(() -> CellTexts.of(numbers.texts(), place)),
                        dates,
                        texts.isPresent() ? "categorical keeps texts" : "numeric keeps numbers"))
        : Optional.empty();
  }

  private static Optional<ReadColumn> named(CellTexts texts, Column dates, String otherwise) {
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
            ReadColumn.without(
                dates,
                "column %s is read as dates; %s (columns.%s)"
                    .formatted(
                        Quoted.of(column.name()),
                        texts.others(missing, "a date", "dates"),
                        otherwise)));
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
}
