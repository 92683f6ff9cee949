// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

/**
 * Numbers in a temporary file, for a table that exceeds its memory limit. Reading neighbouring rows
 * is fast; {@link #numbers} reads the whole column.
 *
 * @param name of the column
 * @param values in the order of the rows
 * @param unit in which they were written; empty for none
 */
public record StoredColumn(String name, Cells values, String unit) implements NumericCells {
  /** Maximum number of rows held in memory. */
  private static final int MOST_HELD = 1 << 17;

  /** Storage of the numbers. */
  public interface Cells {
    /** Number of cells. */
    int size();

    /** Number of NaN cells. */
    int missing();

    /** One of the numbers; reading neighbouring ones is fast. */
    double at(int place);

    /** All numbers, in a new array. */
    double[] all();

    /** The numbers of some rows, stored in the same way. */
    Cells at(int[] rows);
  }

  /** A column without a unit. */
  public StoredColumn(String name, Cells values) {
    this(name, values, "");
  }

  @Override
  public int rows() {
    return values.size();
  }

  @Override
  public double number(int row) {
    return values.at(row);
  }

  @Override
  public int missingCells() {
    return values.missing();
  }

  @Override
  public double[] numbers() {
    return values.all();
  }

  private NumericColumn held() {
    return new NumericColumn(name, values.all(), unit);
  }

  @Override
  public TextColumn texts() {
    return held().texts();
  }

  @Override
  public boolean sameCells(Column other) {
    return other instanceof StoredColumn stored && held().sameCells(stored.held());
  }

  @Override
  public int cellsHash() {
    return held().cellsHash();
  }

  @Override
  public Column at(int[] rows) {
    if (rows.length > MOST_HELD) {
      return new StoredColumn(name, values.at(rows), unit);
    }
    double[] some = new double[rows.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = values.at(rows[i]);
    }
    return new NumericColumn(name, some, unit);
  }

  @Override
  public ColumnProfile summary() {
    return held().summary();
  }
}
