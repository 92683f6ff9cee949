// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.rownames;

import java.util.Arrays;
import java.util.Optional;

/**
 * Different whole numbers, none of them missing.
 *
 * @param least the smallest one
 * @param greatest the largest one
 * @param running whether there is no gap between them
 * @param monotone whether they rise, or fall, in the order given
 */
record Counted(double least, double greatest, boolean running, boolean monotone) {
  /** Looks at numbers; empty if they are not different whole numbers, at least two. */
  static Optional<Counted> of(double[] numbers) {
    for (double number : numbers) {
      // Missing ones are not equal to themselves.
      if (number != Math.rint(number)) {
        return Optional.empty();
      }
    }
    double[] ascending = numbers.clone();
    Arrays.sort(ascending);
    for (int i = 1; i < ascending.length; i++) {
      if (ascending[i] == ascending[i - 1]) {
        return Optional.empty();
      }
    }
    if (ascending.length < 2) {
      return Optional.empty();
    }
    double least = ascending[0];
    double greatest = ascending[ascending.length - 1];
    return Optional.of(
        new Counted(least, greatest, greatest - least == ascending.length - 1, monotone(numbers)));
  }

  private static boolean monotone(double[] numbers) {
    boolean rising = numbers[1] > numbers[0];
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] > numbers[i - 1] != rising) {
        return false;
      }
    }
    return true;
  }
}
