package io.otd.train.data;

import io.otd.train.problem.InputException;
import io.otd.train.problem.Quoted;

/** The numbers of a column. */
public final class Numbers {
  private Numbers() {}

  /**
   * Values of a column without a missing cell, not copied.
   *
   * @throws InputException if there is no such column, or it holds a text or a missing cell, with
   *     its row (from 1)
   */
  public static double[] of(Table table, String name) {
    double[] numbers = table.column(name).numbers();
    for (int row = 0; row < numbers.length; row++) {
      if (Double.isNaN(numbers[row])) {
        throw new InputException(
            "row %d, column %s: missing (expected: a number)".formatted(row + 1, Quoted.of(name)));
      }
    }
    return numbers;
  }
}
