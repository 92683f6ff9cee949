// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Arrays;

/**
 * The means of a target over the rows of each number of a column.
 *
 * @param numbers in ascending order
 * @param groups their means
 */
record MeansByNumber(double[] numbers, GroupMeans groups) {
  private static final double LEAST_SHARE_OF_MEANS = .2;

  /**
   * Of some rows.
   *
   * @param numbers the different ones in ascending order, fewer than the rows
   * @param cells of the column, NaN for a missing one
   * @param target of the same rows, mean 0 and variance 1, or what is unexplained of such a target
   */
  static MeansByNumber of(double[] numbers, double[] cells, double[] target) {
    int[] places =
        Arrays.stream(cells)
            .mapToInt(cell -> Double.isNaN(cell) ? -1 : Arrays.binarySearch(numbers, cell))
            .toArray();
    return new MeansByNumber(numbers, GroupMeans.of(places, numbers.length, target));
  }

  /**
   * Whether the means jump from number to number. The jumps must be worth an input for each number
   * ({@link GroupMeans#informative}), and their variance must be a fifth of that of all means, so
   * that the order of the numbers is of little use.
   */
  boolean jump() {
    double jumps = jumps();
    return groups.informative(jumps) && unordered(jumps);
  }

  /**
   * Whether what is unexplained of a target whose means {@link #jump} jumps as well. That the jumps
   * are worth an input for each number is known. So they need not be large beside the target, if
   * they are a twentieth of what is unexplained.
   */
  boolean stillJump() {
    double jumps = jumps();
    return groups.left(jumps) && unordered(jumps);
  }

  private boolean unordered(double jumps) {
    return jumps >= LEAST_SHARE_OF_MEANS * groups.spread();
  }

  /**
   * The variance of a mean about the line between those of the numbers beside it, without what the
   * noise adds. For independent means of equal variance it is this variance; for those on a line it
   * is 0. Each number is weighted by the inverse of the noise of its difference.
   */
  double jumps() {
    double[] means = groups.means();
    int[] counts = groups.counts();
    double sum = 0;
    double weights = 0;
    for (int j = 1; j + 1 < numbers.length; j++) {
      double right = (numbers[j] - numbers[j - 1]) / (numbers[j + 1] - numbers[j - 1]);
      double left = 1 - right;
      double difference = means[j] - left * means[j - 1] - right * means[j + 1];
      double share = 1.0 / counts[j] + left * left / counts[j - 1] + right * right / counts[j + 1];
      sum += (difference * difference - groups.noise() * share) / share;
      weights += (1 + left * left + right * right) / share;
    }
    return sum / weights;
  }
}
