package io.otd.train.data;

import io.otd.train.problem.InputException;

/** The numbers of a column. */
public final class Numbers {
  private Numbers() {}

  /**
   * Values of a numeric column, not copied.
   *
   * @throws InputException if there is no such column
   */
  public static double[] of(Table table, String name) {
    Column column = table.column(name);
    if (column instanceof NumericColumn numeric) {
      return numeric.values();
    }
    throw new InputException("column \"" + name + "\": no numbers (expected: a numeric column)");
  }
}
