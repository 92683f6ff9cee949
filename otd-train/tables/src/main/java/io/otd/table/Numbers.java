// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.stream.IntStream;

/** The numbers of a column. */
public final class Numbers {
  private Numbers() {}

  /**
   * Values of a column without a missing cell, not copied.
   *
   * @throws InputException if there is no such column, or it holds a text or a missing cell, with
   *     its place
   */
  public static double[] of(Table table, String name) {
    return of(table, name, IntStream.range(0, table.rows()).toArray());
  }

  /**
   * Values of a column without a missing cell in some rows, not copied.
   *
   * @param rows the rows that will be read
   * @return the values of all rows
   * @throws InputException if there is no such column, or it holds a text, or one of the rows a
   *     missing cell, with its place
   */
  public static double[] of(Table table, String name, int[] rows) {
    double[] numbers = table.numbers(name);
    for (int row : rows) {
      if (Double.isNaN(numbers[row])) {
        throw new InputException(
            "%s, column %s: missing (expected: a number)"
                .formatted(table.place(row), Quoted.of(name)));
      }
    }
    return numbers;
  }

  /**
   * Whole numbers of a column without a missing cell.
   *
   * @throws InputException as {@link #of(Table, String)}, or if one is not whole, with its place
   */
  public static int[] wholes(Table table, String name) {
    double[] numbers = of(table, name);
    int[] wholes = new int[numbers.length];
    for (int row = 0; row < wholes.length; row++) {
      wholes[row] = (int) numbers[row];
      if (wholes[row] != numbers[row]) {
        throw new InputException(
            "%s, column %s: %s (expected: a whole number)"
                .formatted(table.place(row), Quoted.of(name), numbers[row]));
      }
    }
    return wholes;
  }
}
