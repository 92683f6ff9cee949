// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongFunction;

/** Numbers of a column of numbers. */
public final class SourceNumbers implements SourceCells {
  private final String name;
  private final NumberBuffer numbers;
  private final BadNumbers bad;

  /**
   * Starts without cells.
   *
   * @param noted receives the problem of a row; without it, it is {@link #problem}
   */
  public SourceNumbers(String name, Optional<BadNumbers.Note> noted, CellStore store) {
    this.numbers = new NumberBuffer(store);
    this.name = name;
    this.bad = new BadNumbers(name, noted);
  }

  @Override
  public void add(SourceRows rows, int column, long row) throws IOException {
    add(rows.number(column), row);
  }

  /** The next number; NaN if it is missing or too large. */
  double add(double given, long row) {
    double value = given;
    if (Math.abs(value) > Float.MAX_VALUE) {
      bad.add(numbers.size(), row, NumberCell.complaint(Double.toString(value)));
      value = Double.NaN;
    }
    numbers.add(value);
    return value;
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return bad.problem(place);
  }

  @Override
  public Column build() {
    return StoredCells.column(name, numbers);
  }
}
