// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.Quoted;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers, or of texts if all are whole and more than a few have more digits than a
 * double holds: they are codes, such as the numbers of customers. As in a text file, a few such
 * numbers are missing, and among decimals they are rounded.
 */
public final class SourceWholes implements SourceCells {
  private static final MissingCells NONE = new MissingCells(List.of());

  private final String name;
  private final SourceNumbers numbers;
  private final CellStore store;
  private boolean whole;
  private int rows;
  private long present;

  /** The rows of numbers that a double does not hold, from 0. */
  private final BitSet rounded = new BitSet();

  /** The first of them, as it is written and as it is read. */
  private String first = "";

  private double nearest;

  /** The cells from the first one on that a double does not hold, as texts. */
  private @Nullable TextBuilder texts;

  private int before;

  /**
   * Starts without cells.
   *
   * @param codes whether whole numbers may be codes; if not, all are rounded
   * @param noted receives the problem of a row; without it, it is {@link #problem}
   */
  public SourceWholes(
      String name, boolean codes, Optional<BadNumbers.Note> noted, CellStore store) {
    this.name = name;
    this.whole = codes;
    this.store = store;
    this.numbers = new SourceNumbers(name, noted, store);
  }

  @Override
  public void add(SourceRows source, int column, long row) throws IOException {
    double value = numbers.add(source.number(column), row);
    present += Double.isNaN(value) ? 0 : 1;
    if (WholeNumber.isWide(value)) {
      wide(String.valueOf(source.text(column)), value);
    }
    whole &= Double.isNaN(value) || value == Math.rint(value);
    if (!whole) {
      texts = null;
    } else if (texts != null) {
      @Nullable String text = source.text(column);
      add(texts, text == null ? "" : text);
    }
    rows++;
  }

  private void wide(String text, double value) {
    whole &= text.indexOf('.') < 0;
    if (!WholeNumber.isRounded(text, value)) {
      return;
    }
    if (rounded.isEmpty()) {
      first = text;
      nearest = value;
    }
    if (texts == null && whole) {
      texts = new TextBuilder(name, NONE);
      before = rows;
    }
    rounded.set(rows);
  }

  private boolean areCodes() {
    return whole && !NearlyAll.hold(rounded.cardinality(), present);
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return areCodes() ? Optional.empty() : numbers.problem(place);
  }

  @Override
  public Optional<String> note(LongFunction<String> place) {
    if (rounded.isEmpty()) {
      return Optional.empty();
    }
    String where = place.apply(rounded.nextSetBit(0) + 1L);
    if (areCodes()) {
      return Optional.of(WholeCodes.roundedNote(where, name, first));
    }
    int others = rounded.cardinality();
    String cells = "%s%s".formatted(Quoted.of(first), others == 1 ? "" : " and others");
    return Optional.of(
        whole
            ? "%s, column %s: %s of %s numbers %s more digits than numbers keep and %s as missing: %s (columns.categorical keeps texts)"
                .formatted(
                    where,
                    Quoted.of(name),
                    others,
                    present,
                    others == 1 ? "has" : "have",
                    others == 1 ? "counts" : "count",
                    cells)
            : "%s, column %s: more digits than numbers keep are rounded: %s, the first as %s (columns.categorical keeps texts)"
                .formatted(where, Quoted.of(name), cells, WholeNumber.text(nearest)));
  }

  @Override
  public Column build() {
    Column column = numbers.build();
    if (!whole || rounded.isEmpty()) {
      return column;
    }
    double[] values = column.numbers();
    if (areCodes()) {
      return texts(values);
    }
    double[] held = values.clone();
    rounded.stream().forEach(row -> held[row] = Double.NaN);
    return StoredCells.column(name, held, store);
  }

  private Column texts(double[] exact) {
    TextBuilder all = new TextBuilder(name, NONE);
    for (int row = 0; row < before; row++) {
      add(all, Double.isNaN(exact[row]) ? "" : WholeNumber.text(exact[row]));
    }
    if (texts != null) {
      TextColumn later = texts.build().texts();
      for (int row = 0; row < later.rows(); row++) {
        add(all, later.text(row));
      }
    }
    return all.build();
  }

  private static void add(TextBuilder texts, String text) {
    texts.add(0, text.toCharArray(), 0, text.length());
  }
}
