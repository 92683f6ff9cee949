// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.cell.CellNumber;
import io.otd.core.internal.cell.NumberWithUnit;
import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.problem.Quoted;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds columns of numbers among texts: nearly all cells are numbers, perhaps in another notation,
 * and the others are missing. The order of the rows does not matter.
 *
 * <p>A number with another unit than most, or only with the other decimal mark, is not one of the
 * others: which number is meant is unknown. A column with more than a few such cells stays text.
 */
public final class MostlyNumbers {
  private final CellTexts texts;
  private final NumberNotation notation;
  private final double[] values;
  private final boolean exact;
  private final Map<String, BitSet> units = new HashMap<>();
  private final BitSet numbers = new BitSet();
  private final BitSet written = new BitSet();
  private final BitSet tooLarge = new BitSet();
  private final BitSet ambiguous = new BitSet();
  private final BitSet placeholders = new BitSet();
  private final BitSet others = new BitSet();
  private final BitSet rounded = new BitSet();

  /** The unit of most numbers. */
  private String unit = "";

  private MostlyNumbers(CellTexts texts, NumberNotation notation, boolean exact) {
    this.texts = texts;
    this.exact = exact;
    this.notation = notation;
    this.values = new double[texts.column().dictionary().size()];
  }

  /**
   * Looks at a column.
   *
   * @param texts as they were read
   * @param exact whether a few whole numbers with more digits than a double holds are missing
   * @return empty if it is simply a column of texts
   */
  public static Optional<ReadColumn> of(
      CellTexts texts, NumberNotation notation, boolean exact, CellStore store) {
    return new MostlyNumbers(texts, notation, exact).read(store);
  }

  private Optional<ReadColumn> read(CellStore store) {
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
    if (exact) {
      BitSet wide = WholeCodes.few(texts, notation.mark());
      drop(wide);
      rounded.andNot(wide);
      units.values().forEach(ofUnit -> ofUnit.andNot(wide));
    }
    BitSet odd = ofOtherUnits();
    if (!few(ambiguous) || areThousands()) {
      return Optional.of(ReadColumn.of(texts.column(), otherMark()));
    }
    if (!few(odd)) {
      return Optional.of(ReadColumn.of(texts.column(), mixedUnits()));
    }
    drop(odd);
    drop(ambiguous);
    boolean enough = few(others) && texts.cells(placeholders) <= all;
    return Optional.of(
        enough
            ? new ReadColumn(column(store), note(), problem(), !others.isEmpty())
            : ReadColumn.of(texts.column(), demoted()));
  }

  /** The numbers that have another unit than most. */
  private BitSet ofOtherUnits() {
    BitSet odd = new BitSet();
    units.values().forEach(odd::or);
    units.entrySet().stream()
        .max(Comparator.comparingLong(entry -> texts.cells(entry.getValue())))
        .ifPresent(
            most -> {
              unit = most.getKey();
              odd.andNot(most.getValue());
            });
    return odd;
  }

  /** Whether some cells are few among those that are numbers. */
  private boolean few(BitSet some) {
    BitSet all = CellTexts.either(numbers, some);
    return NearlyAll.hold(texts.cells(some), texts.cells(all));
  }

  /**
   * Whether the decimal mark rather separates thousands: some texts have it twice, and wherever it
   * stands in a number, three digits follow.
   */
  private boolean areThousands() {
    String mark = Pattern.quote(String.valueOf(notation.mark()));
    Pattern several = Pattern.compile("[-+]?[1-9]\\d{0,2}(" + mark + "\\d{3}){2,}");
    Pattern one = Pattern.compile("[-+]?[1-9]\\d{0,2}" + mark + "\\d{3}");
    List<String> dictionary = texts.column().dictionary();
    return !notation.thousands()
        && ambiguous.stream().anyMatch(i -> several.matcher(dictionary.get(i)).matches())
        && numbers.stream()
            .mapToObj(dictionary::get)
            .allMatch(t -> t.indexOf(notation.mark()) < 0 || one.matcher(t).matches());
  }

  /** Takes some cells for no numbers. */
  private void drop(BitSet some) {
    others.or(some);
    numbers.andNot(some);
    written.andNot(some);
    some.stream().forEach(i -> values[i] = Double.NaN);
  }

  /** Takes one text; whether it can belong to a column of numbers. */
  private boolean look(int i, String text) {
    values[i] = NumberCell.parse(text, notation.mark());
    Optional<NumberWithUnit> other =
        Double.isNaN(values[i]) ? notation.read(text) : Optional.empty();
    if (other.isPresent()) {
      values[i] = other.get().value();
      written.set(i);
    }
    if (!Double.isNaN(values[i])) {
      numbers.set(i);
      String ofCell = other.map(NumberWithUnit::unit).orElse("");
      if (values[i] != 0 || !ofCell.isEmpty()) {
        units.computeIfAbsent(ofCell, u -> new BitSet()).set(i);
      }
      rounded.set(i, WholeNumber.isWide(values[i]) && WholeNumber.isRounded(text, values[i]));
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
    return buffer.column(texts.column().name(), unit);
  }

  private Optional<String> problem() {
    BadCells bad = new BadCells(texts.column().name());
    for (int row = 0; row < texts.column().rows() && !tooLarge.isEmpty(); row++) {
      int code = texts.column().codes()[row];
      if (code != TextColumn.MISSING && tooLarge.get(code)) {
        bad.add(row, row, NumberCell.complaint(texts.column().text(row)));
      }
    }
    return bad.problem(row -> texts.place().apply((int) row));
  }

  private Optional<String> note() {
    BitSet gaps = gaps();
    if (written.isEmpty() && gaps.isEmpty() && rounded.isEmpty()) {
      return Optional.empty();
    }
    String note = "column " + texts.name() + " is read as numbers";
    if (!written.isEmpty()) {
      int i = written.nextSetBit(0);
      note +=
          ", %s as %s"
              .formatted(Quoted.of(texts.column().dictionary().get(i)), CellNumber.of(values[i]));
    }
    if (!gaps.isEmpty()) {
      String kind = unit.isEmpty() ? " without a unit" : " in " + unit;
      String which = units.size() > 1 ? kind : "";
      note += "; " + texts.others(gaps, "a number" + which, "numbers" + which);
    }
    if (!rounded.isEmpty()) {
      int i = rounded.nextSetBit(0);
      note +=
          "; more digits than numbers keep are rounded: %s, %s as %s"
              .formatted(
                  texts.shown(rounded),
                  Quoted.of(texts.column().dictionary().get(i)),
                  WholeNumber.text(values[i]));
    }
    return Optional.of(note + " (columns.categorical keeps texts)");
  }

  private BitSet gaps() {
    return CellTexts.either(others, placeholders);
  }

  private String demoted() {
    return texts.demoted(gaps(), "a number", "numbers");
  }

  private String otherMark() {
    boolean point = notation.mark() == '.';
    boolean either =
        ambiguous.stream()
            .mapToObj(texts.column().dictionary()::get)
            .allMatch(text -> new NumberNotation(notation.mark(), true).read(text).isPresent());
    return "column %s is read as text: %s, a number with a decimal %s%s"
        .formatted(
            texts.name(),
            texts.shown(ambiguous),
            point ? "comma" : "point",
            either
                ? " or with thousands (data.decimal or --decimal says which: comma or point)"
                : "? (data.decimal or --decimal: %s)".formatted(point ? "comma" : "point"));
  }

  private String mixedUnits() {
    return "column %s is read as text: some of its numbers have another unit than others (%s)"
        .formatted(
            texts.name(),
            String.join(
                ", ",
                units.keySet().stream()
                    .map(unit -> unit.isEmpty() ? "none" : Quoted.of(unit))
                    .sorted()
                    .toList()));
  }
}
