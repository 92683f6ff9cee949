// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.rownames;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whole numbers, none of them missing.
 *
 * @param rows how many, at least two
 * @param least the smallest one
 * @param greatest the largest one
 * @param repeated how many are equal to another one, which is not counted
 * @param monotone whether they rise, or fall, in the order given; equal ones may follow each other
 */
record Counted(int rows, double least, double greatest, int repeated, boolean monotone) {
  /**
   * Of so many pairs of equal numbers, no sample has none: the number of equal pairs is nearly
   * Poisson distributed, and e^-7 is one in a thousand.
   */
  private static final double MANY_PAIRS = 7;

  /** Numbers of groups are repeated more often. */
  private static final double MOST_REPEATED = 0.02;

  /** Looks at numbers; empty if they are not whole numbers, at least two. */
  static Optional<Counted> of(double[] numbers) {
    for (double number : numbers) {
      // Missing ones are not equal to themselves.
      if (number != Math.rint(number)) {
        return Optional.empty();
      }
    }
    if (numbers.length < 2) {
      return Optional.empty();
    }
    double[] ascending = numbers.clone();
    Arrays.sort(ascending);
    int repeated = 0;
    for (int i = 1; i < ascending.length; i++) {
      repeated += ascending[i] == ascending[i - 1] ? 1 : 0;
    }
    double least = ascending[0];
    double greatest = ascending[ascending.length - 1];
    return Optional.of(new Counted(numbers.length, least, greatest, repeated, monotone(numbers)));
  }

  private static boolean monotone(double[] numbers) {
    boolean rises = false;
    boolean falls = false;
    for (int i = 1; i < numbers.length; i++) {
      rises |= numbers[i] > numbers[i - 1];
      falls |= numbers[i] < numbers[i - 1];
    }
    return rises != falls;
  }

  /** Whether each number occurs once. */
  boolean each() {
    return repeated == 0;
  }

  /** Whether each number between the smallest and the largest one occurs once. */
  boolean running() {
    return each() && greatest - least == rows - 1;
  }

  /** Whether random numbers of this range would have far more repetitions. */
  boolean hardlyRepeated() {
    double pairs = rows * (rows - 1.0) / 2 / (greatest - least + 1);
    return repeated <= MOST_REPEATED * rows && pairs >= MANY_PAIRS * (1 + repeated);
  }
}
