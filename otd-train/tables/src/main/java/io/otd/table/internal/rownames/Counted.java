// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.rownames;

import io.otd.table.internal.build.NearlyAll;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whole numbers, or ones with halves as the mean of two ranks; none of them missing.
 *
 * @param rows how many, at least two
 * @param least the smallest one
 * @param greatest the largest one
 * @param repeated how many are equal to another one, which is not counted
 * @param whole whether all are whole numbers
 * @param monotone whether they rise, or fall, in the order given; equal ones may follow each other
 * @param stepwise whether nearly all are greater by one than the one before
 * @param ranked whether they are {@linkplain #areRanks ranks}
 */
record Counted(
    int rows,
    double least,
    double greatest,
    int repeated,
    boolean whole,
    boolean monotone,
    boolean stepwise,
    boolean ranked) {
  /**
   * Of so many pairs of equal numbers, no sample has none: the number of equal pairs is nearly
   * Poisson distributed, and e^-7 is one in a thousand.
   */
  private static final double MANY_PAIRS = 7;

  private static final int FEWEST_RANKS = 20;

  /** Looks at numbers; empty if they are not whole or halves, at least two. */
  static Optional<Counted> of(double[] numbers) {
    boolean whole = true;
    for (double number : numbers) {
      // Missing ones are not equal to themselves.
      if (2 * number != Math.rint(2 * number)) {
        return Optional.empty();
      }
      whole &= number == Math.rint(number);
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
    return Optional.of(
        new Counted(
            numbers.length,
            ascending[0],
            ascending[ascending.length - 1],
            repeated,
            whole,
            monotone(numbers),
            stepwise(numbers),
            areRanks(ascending, repeated)));
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

  private static boolean stepwise(double[] numbers) {
    int others = 0;
    for (int i = 1; i < numbers.length; i++) {
      others += numbers[i] == numbers[i - 1] + 1 ? 0 : 1;
    }
    return NearlyAll.hold(others, numbers.length);
  }

  /**
   * Whether numbers are ranks from 0 or 1 on. Equal ones have the least, the greatest or the mean
   * of their ranks, and the next one is as much higher as they are many; or, if at least three in
   * four numbers are different, it is higher by one. In counts and measurements, none of this
   * happens, but in designs it does, where each level occurs equally often. Ties of ranks differ in
   * size.
   */
  private static boolean areRanks(double[] ascending, int repeated) {
    int rows = ascending.length;
    int different = rows - repeated;
    if (different < FEWEST_RANKS || 10 * different < rows || ascending[0] < 0) {
      return false;
    }
    boolean[] fit = new boolean[8];
    Arrays.fill(fit, true);
    Arrays.fill(fit, 6, 8, 4 * different >= 3 * rows);
    boolean design = true;
    int each = 0;
    int ranks = 0;
    for (int first = 0; first < rows; ranks++) {
      int last = first;
      while (last + 1 < rows && ascending[last + 1] == ascending[first]) {
        last++;
      }
      int equal = last + 1 - first;
      each = ranks == 0 ? equal : each;
      // The rows may end before the last level is full.
      design &= each > 1 && (equal == each || (equal < each && last == rows - 1));
      double[] expected = {first, last, (first + last) / 2.0, ranks};
      for (int i = 0; i < fit.length; i++) {
        fit[i] &= ascending[first] == expected[i / 2] + i % 2;
      }
      first = last + 1;
    }
    return !design
        && (fit[0] || fit[1] || fit[2] || fit[3] || fit[4] || fit[5] || fit[6] || fit[7]);
  }

  /** Whether each number is whole and occurs once. */
  boolean each() {
    return whole && repeated == 0;
  }

  /** Whether each number between the smallest and the largest one occurs once. */
  boolean running() {
    return each() && greatest - least == rows - 1;
  }

  /** Whether nearly all are whole and different, and random numbers would be repeated far more. */
  boolean hardlyRepeated() {
    double pairs = rows * (rows - 1.0) / 2 / (greatest - least + 1);
    return whole && NearlyAll.hold(repeated, rows) && pairs >= MANY_PAIRS * (1 + repeated);
  }

  /** Whether they fill at least half of the range from 0 to the greatest. */
  boolean fills() {
    return (each() || hardlyRepeated()) && least >= 0 && greatest < 2.0 * rows;
  }
}
