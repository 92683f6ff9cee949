// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.internal.store.CellStore;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers, or of texts if all are whole and some have more digits than a double holds:
 * they are codes, such as the numbers of customers.
 */
public final class SourceWholes implements SourceCells {
  private static final MissingCells NONE = new MissingCells(List.of());

  private final String name;
  private final SourceNumbers numbers;
  private boolean whole = true;
  private long before;

  /** The cells from the first one on that a double does not hold, as texts. */
  private @Nullable TextBuilder texts;

  private String rounded = "";
  private long roundedRow;

  /**
   * Starts without cells.
   *
   * @param noted receives the problem of a row; without it, it is {@link #problem}
   */
  public SourceWholes(String name, Optional<BadNumbers.Note> noted, CellStore store) {
    this.name = name;
    this.numbers = new SourceNumbers(name, noted, store);
  }

  @Override
  public void add(SourceRows rows, int column, long row) throws IOException {
    double value = numbers.add(rows.number(column), row);
    whole &= Double.isNaN(value) || value == Math.rint(value);
    if (!whole) {
      texts = null;
    } else if (texts == null && WholeNumber.isWide(value)) {
      String text = String.valueOf(rows.text(column));
      if (WholeNumber.isRounded(text, value)) {
        rounded = text;
        roundedRow = row;
        texts = new TextBuilder(name, NONE);
      }
    }
    if (texts == null) {
      before++;
    } else {
      @Nullable String text = rows.text(column);
      char[] cell = text == null ? new char[0] : text.toCharArray();
      texts.add(row, cell, 0, cell.length);
    }
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return texts == null ? numbers.problem(place) : Optional.empty();
  }

  @Override
  public Optional<String> note(LongFunction<String> place) {
    return texts == null
        ? Optional.empty()
        : Optional.of(WholeCodes.roundedNote(place.apply(roundedRow), name, rounded));
  }

  @Override
  public Column build() {
    Column column = numbers.build();
    if (texts == null) {
      return column;
    }
    double[] exact = column.numbers();
    TextBuilder all = new TextBuilder(name, NONE);
    for (int row = 0; row < before; row++) {
      add(all, Double.isNaN(exact[row]) ? "" : WholeNumber.text(exact[row]));
    }
    TextColumn later = texts.build().texts();
    for (int row = 0; row < later.rows(); row++) {
      add(all, later.text(row));
    }
    return all.build();
  }

  private static void add(TextBuilder texts, String text) {
    texts.add(0, text.toCharArray(), 0, text.length());
  }
}
