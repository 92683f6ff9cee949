// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.BadCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.problem.Quoted;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Finds columns of numbers among texts: nearly all cells are numbers, perhaps in another notation,
 * and the others are missing. The order of the rows does not matter.
 *
 * <p>A column stays text if a cell is a number only with the other decimal mark, or if some numbers
 * have a unit and others none or another: which number is meant is then unknown.
 */
public final class MostlyNumbers {
  private final CellTexts texts;
  private final NumberNotation notation;
  private final double[] values;
  private final Map<String, Long> units = new HashMap<>();
  private final BitSet numbers = new BitSet();
  private final BitSet written = new BitSet();
  private final BitSet tooLarge = new BitSet();
  private final BitSet ambiguous = new BitSet();
  private final BitSet placeholders = new BitSet();
  private final BitSet others = new BitSet();

  private MostlyNumbers(CellTexts texts, NumberNotation notation) {
    this.texts = texts;
    this.notation = notation;
    this.values = new double[texts.column().dictionary().size()];
  }

  /**
   * Looks at a column.
   *
   * @param column as it was read
   * @param place where a row stands, for messages
   * @return empty if it is simply a column of texts
   */
  public static Optional<ReadColumn> of(
      TextColumn column, NumberNotation notation, CellStore store, IntFunction<String> place) {
    return new MostlyNumbers(CellTexts.of(column, place), notation).read(store, place);
  }

  private Optional<ReadColumn> read(CellStore store, IntFunction<String> place) {
    long words = 0;
    Arrays.fill(values, Double.NaN);
    for (int i = 0; i < values.length && 2 * words <= texts.present(); i++) {
      words += look(i, texts.column().dictionary().get(i)) ? 0 : texts.counts()[i];
    }
    long all = texts.cells(numbers);
    if (all <= texts.cells(others) + texts.cells(ambiguous)) {
      return ambiguous.isEmpty() || texts.cells(ambiguous) <= words
          ? Optional.empty()
          : Optional.of(ReadColumn.of(texts.column(), otherMark()));
    }
    if (!ambiguous.isEmpty()) {
      return Optional.of(ReadColumn.of(texts.column(), otherMark()));
    }
    if (units.size() > 1) {
      return Optional.of(ReadColumn.of(texts.column(), mixedUnits()));
    }
    boolean enough =
        NearlyAll.hold(texts.cells(others), all + texts.cells(others))
            && texts.cells(placeholders) <= all;
    return Optional.of(
        enough
            ? new ReadColumn(column(store), note(), problem(place))
            : ReadColumn.of(texts.column(), demoted()));
  }

  /** Takes one text; whether it can belong to a column of numbers. */
  private boolean look(int i, String text) {
    values[i] = NumberCell.parse(text.toCharArray(), 0, text.length(), notation.mark());
    Optional<NumberNotation.Written> other =
        Double.isNaN(values[i]) ? notation.read(text) : Optional.empty();
    if (other.isPresent()) {
      values[i] = other.get().value();
      written.set(i);
    }
    if (!Double.isNaN(values[i])) {
      numbers.set(i);
      String unit = other.map(NumberNotation.Written::unit).orElse("");
      if (values[i] != 0 || !unit.isEmpty()) {
        units.merge(unit, texts.counts()[i], Long::sum);
      }
      return true;
    }
    if (NumberCell.tooLarge(text)) {
      tooLarge.set(i);
      return true;
    }
    if (Placeholders.ofNumber(text)) {
      placeholders.set(i);
      return true;
    }
    if (notation.isOther(text)) {
      ambiguous.set(i);
      return true;
    }
    others.set(i);
    return false;
  }

  private Column column(CellStore store) {
    NumberBuffer buffer = new NumberBuffer(store);
    for (int code : texts.column().codes()) {
      buffer.add(code == TextColumn.MISSING ? Double.NaN : values[code]);
    }
    return StoredCells.column(texts.column().name(), buffer);
  }

  private Optional<String> problem(IntFunction<String> place) {
    BadCells bad = new BadCells();
    for (int row = 0; row < texts.column().rows() && !tooLarge.isEmpty(); row++) {
      int code = texts.column().codes()[row];
      if (code != TextColumn.MISSING && tooLarge.get(code)) {
        bad.add(row, NumberCell.complaint(texts.column().text(row)));
      }
    }
    return bad.problem(row -> place.apply((int) row), texts.column().name());
  }

  private Optional<String> note() {
    BitSet gaps = (BitSet) others.clone();
    gaps.or(placeholders);
    if (written.isEmpty() && gaps.isEmpty()) {
      return Optional.empty();
    }
    String note = "column " + name() + " is read as numbers";
    if (!written.isEmpty()) {
      int i = written.nextSetBit(0);
      note +=
          ", %s as %s"
              .formatted(Quoted.of(texts.column().dictionary().get(i)), NumberCell.text(values[i]));
    }
    if (!gaps.isEmpty()) {
      note += "; " + texts.others(gaps, "a number", "numbers");
    }
    return Optional.of(note + " (columns.categorical keeps texts)");
  }

  private String demoted() {
    BitSet all = (BitSet) others.clone();
    all.or(placeholders);
    long cells = texts.cells(all);
    return "column %s is read as text: %s of its cells %s: %s (do they mean missing cells? data.missing)"
        .formatted(
            name(), cells, cells == 1 ? "is not a number" : "are not numbers", texts.shown(all));
  }

  private String otherMark() {
    boolean point = notation.mark() == '.';
    boolean either =
        ambiguous.stream()
            .mapToObj(texts.column().dictionary()::get)
            .allMatch(text -> new NumberNotation(notation.mark(), true).read(text).isPresent());
    return "column %s is read as text: %s, a number with a decimal %s%s"
        .formatted(
            name(),
            texts.shown(ambiguous),
            point ? "comma" : "point",
            either
                ? " or with thousands (data.decimal or --decimal says which: comma or point)"
                : "? (data.decimal or --decimal: %s)".formatted(point ? "comma" : "point"));
  }

  private String mixedUnits() {
    return "column %s is read as text: some of its numbers have another unit than others (%s)"
        .formatted(
            name(),
            String.join(
                ", ",
                units.keySet().stream()
                    .map(unit -> unit.isEmpty() ? "none" : Quoted.of(unit))
                    .sorted()
                    .toList()));
  }

  private String name() {
    return Quoted.of(texts.column().name());
  }
}
