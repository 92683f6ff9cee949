// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.cell.NumberWithUnit;
import io.otd.table.Column;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;
import io.otd.table.problem.Quoted;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A column that must be of numbers. */
public final class NumberBuilder implements ColumnBuilder {
  private final String name;
  private final MissingCells missing;
  private final char mark;
  private final CellStore store;
  private final NumberBuffer numbers;
  private final BadCells bad;
  private final WholeCodes codes;
  private final Optional<NumberNotation> notation;

  /** That numbers must have if they have any: of the model, or of the first number. */
  private @Nullable String unit;

  private final Optional<String> ofModel;
  private boolean anyPlain;

  /**
   * Starts without cells.
   *
   * @param missing which cells are
   * @param mark decimal mark of numbers
   */
  public NumberBuilder(String name, MissingCells missing, char mark, CellStore store) {
    this(name, missing, mark, store, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private NumberBuilder(
      String name,
      MissingCells missing,
      char mark,
      CellStore store,
      Optional<BadCells.Note> noted,
      Optional<NumberNotation> notation,
      Optional<String> ofModel) {
    this.notation = notation;
    this.ofModel = ofModel;
    this.unit = ofModel.orElse(null);
    this.store = store;
    this.numbers = new NumberBuffer(store);
    this.codes = new WholeCodes(name, false);
    this.bad = new BadCells(name, noted);
    this.name = name;
    this.missing = missing;
    this.mark = mark;
  }

  @Override
  public NumberBuilder noting(BadCells.Note note) {
    return new NumberBuilder(name, missing, mark, store, Optional.of(note), notation, ofModel);
  }

  /**
   * A column of numbers as people write them. What stands for a missing number is missing.
   *
   * @param missing which cells are
   * @param unit of the model's column, empty for none; not given if no model knows the column
   */
  public static NumberBuilder written(
      String name, MissingCells missing, NumberNotation notation, Optional<String> unit) {
    return new NumberBuilder(
        name,
        missing,
        notation.mark(),
        CellStore.unlimited(),
        Optional.empty(),
        Optional.of(notation),
        unit);
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    if (missing.holds(text, from, to)) {
      numbers.add(Double.NaN);
      return;
    }
    double value = NumberCell.parse(text, from, to, mark);
    if (Double.isNaN(value)) {
      numbers.add(other(line, new String(text, from, to - from)));
    } else if (ofModel.isEmpty() && unit != null && !unit.isEmpty() && value != 0) {
      numbers.add(ofOtherUnit(line, new String(text, from, to - from), unit));
    } else {
      anyPlain |= value != 0;
      codes.add(line, text, from, to, value);
      numbers.add(value);
    }
  }

  /** A cell that is not simply a number: one in another notation, a missing one, or a bad one. */
  private double other(long line, String cell) {
    Optional<NumberWithUnit> written = notation.flatMap(n -> n.read(cell));
    if (written.isPresent()) {
      return written(line, cell, written.get());
    }
    double truth = NumberCell.truth(cell);
    if (!Double.isNaN(truth)) {
      return truth;
    }
    if (notation.isEmpty() || !Placeholders.ofNumber(cell)) {
      bad.add(numbers.size(), line, NumberCell.complaint(cell));
    }
    return Double.NaN;
  }

  private double written(long line, String cell, NumberWithUnit number) {
    if (number.value() == 0 && (ofModel.isEmpty() || number.unit().isEmpty())) {
      return 0;
    }
    if (unit == null) {
      unit = anyPlain ? "" : number.unit();
    }
    boolean known = unit.equals(number.unit()) || (ofModel.isPresent() && number.unit().isEmpty());
    return known ? number.value() : ofOtherUnit(line, cell, unit);
  }

  private double ofOtherUnit(long line, String cell, String expected) {
    String above = expected.isEmpty() ? "a number without a unit" : "a number in " + expected;
    String what = ofModel.map(NumberWithUnit::expected).orElse(above + ", as before");
    bad.add(numbers.size(), line, "%s (expected: %s)".formatted(Quoted.of(cell), what));
    return Double.NaN;
  }

  @Override
  public Optional<String> codes(LongFunction<String> place) {
    return codes.note(place);
  }

  @Override
  public boolean needsTexts() {
    return notation.isEmpty() && codes.anyRounded();
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return bad.problem(place);
  }

  @Override
  public Column build() {
    return numbers.column(name, "");
  }
}
