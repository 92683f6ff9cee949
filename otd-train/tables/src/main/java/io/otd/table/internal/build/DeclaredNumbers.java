// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.problem.Quoted;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers of a source that declares them. If they may be codes, it is one of texts if
 * all are whole and more than a few have more digits than a double holds, such as the numbers of
 * customers. As in a text file, a few such numbers are missing, and among decimals they are
 * rounded.
 */
public final class DeclaredNumbers implements SourceCells {
  private static final MissingCells NONE = new MissingCells(List.of());

  private final String name;
  private final String unit;
  private final CellStore store;
  private final NumberBuffer numbers;
  private final BadCells bad;
  private final boolean watched;
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

  private DeclaredNumbers(
      String name,
      String unit,
      CellStore store,
      Optional<BadCells.Note> noted,
      boolean watched,
      boolean codes) {
    this.name = name;
    this.unit = unit;
    this.store = store;
    this.numbers = new NumberBuffer(store);
    this.bad = new BadCells(name, noted);
    this.watched = watched;
    this.whole = codes;
  }

  /**
   * Numbers, whatever their digits.
   *
   * @param noted receives the problem of a row; without it, it is {@link #problem}
   */
  public static DeclaredNumbers of(String name, Optional<BadCells.Note> noted, CellStore store) {
    return new DeclaredNumbers(name, "", store, noted, false, false);
  }

  /**
   * Numbers with a note on those that a double does not hold.
   *
   * @param unit of the numbers, empty for none
   * @param codes whether whole numbers may be codes; if not, all are rounded
   */
  public static DeclaredNumbers watched(String name, String unit, boolean codes, CellStore store) {
    return new DeclaredNumbers(name, unit, store, Optional.empty(), true, codes);
  }

  @Override
  public void add(SourceRows source, int column, long row) throws IOException {
    double value = source.number(column);
    if (Math.abs(value) > Float.MAX_VALUE) {
      bad.add(numbers.size(), row, NumberCell.complaint(Double.toString(value)));
      value = Double.NaN;
    }
    numbers.add(value);
    if (watched) {
      watch(value, source, column);
    }
  }

  private void watch(double value, SourceRows source, int column) throws IOException {
    present += Double.isNaN(value) ? 0 : 1;
    if (WholeNumber.isWide(value)) {
      wide(String.valueOf(source.text(column)), value);
    }
    whole &= Double.isNaN(value) || value == Math.rint(value);
    if (!whole) {
      texts = null;
    } else if (texts != null) {
      @Nullable String text = source.text(column);
      texts.add(text == null ? "" : text);
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
    return areCodes() ? Optional.empty() : bad.problem(place);
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
  public boolean loses() {
    return whole && !rounded.isEmpty() && !areCodes();
  }

  @Override
  public Column build() {
    if (!whole || rounded.isEmpty()) {
      return numbers.column(name, unit);
    }
    double[] values = numbers.column(name, unit).numbers();
    if (areCodes()) {
      return codes(values);
    }
    double[] held = values.clone();
    rounded.stream().forEach(row -> held[row] = Double.NaN);
    return NumberBuffer.of(held, store).column(name, unit);
  }

  private Column codes(double[] exact) {
    TextBuilder all = new TextBuilder(name, NONE);
    for (int row = 0; row < before; row++) {
      all.add(Double.isNaN(exact[row]) ? "" : WholeNumber.text(exact[row]));
    }
    if (texts != null) {
      TextColumn later = texts.build().texts();
      for (int row = 0; row < later.rows(); row++) {
        all.add(later.text(row));
      }
    }
    return all.build();
  }
}
