package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.internal.cell.BadCells;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;
import java.util.Optional;

/** A column that must be of numbers. */
public final class NumberBuilder implements ColumnBuilder {
  private final String name;
  private final MissingCells missing;
  private final char mark;
  private final NumberBuffer numbers = new NumberBuffer();
  private final BadCells bad = new BadCells();

  /**
   * No cell yet.
   *
   * @param name of the column
   * @param missing which cells are
   * @param mark between whole and fraction of a number
   */
  public NumberBuilder(String name, MissingCells missing, char mark) {
    this.name = name;
    this.missing = missing;
    this.mark = mark;
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    if (missing.holds(text, from, to)) {
      numbers.add(Double.NaN);
      return;
    }
    double value = NumberCell.parse(text, from, to, mark);
    if (Double.isNaN(value)) {
      bad.add(line, NumberCell.complaint(new String(text, from, to - from)));
    }
    numbers.add(value);
  }

  @Override
  public Optional<String> problem(String file) {
    return bad.problem(file, name);
  }

  @Override
  public Column build() {
    return new NumericColumn(name, numbers.drain());
  }
}
