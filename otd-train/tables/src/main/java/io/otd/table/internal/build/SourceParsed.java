// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Numbers in a column of texts, with a decimal point. */
public final class SourceParsed implements SourceCells {
  private final String name;
  private final NumberBuffer numbers = new NumberBuffer();
  private final BadNumbers bad;

  /**
   * Starts without cells.
   *
   * @param name of the column
   * @param noted receives the problem of a row; without it, it is {@link #problem}
   */
  public SourceParsed(String name, Optional<BadNumbers.Note> noted) {
    this.name = name;
    this.bad = new BadNumbers(name, noted);
  }

  @Override
  public void add(SourceRows rows, int column, long row) throws IOException {
    @Nullable String text = rows.text(column);
    if (text == null || text.isBlank()) {
      numbers.add(Double.NaN);
      return;
    }
    double number = NumberCell.parse(text);
    double value = Double.isNaN(number) ? NumberCell.truth(text.strip()) : number;
    if (Double.isNaN(value)) {
      bad.add(numbers.size(), row, NumberCell.complaint(text));
    }
    numbers.add(value);
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
