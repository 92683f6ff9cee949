// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Arrays;

/**
 * The means of a target over the rows of each number of a column.
 *
 * @param numbers in ascending order
 * @param counts of rows
 * @param means of the target, whose mean over all rows is 0 and whose variance is 1
 * @param noise variance of the target among the rows of a number
 */
record MeansByNumber(double[] numbers, int[] counts, double[] means, double noise) {
  private static final double LEAST_SHARE_OF_TARGET = .02;
  private static final double LEAST_SHARE_OF_MEANS = .2;
  private static final double LEAST_TIMES_NOISE = 5;

  /**
   * Of some rows.
   *
   * @param numbers the different ones in ascending order, fewer than the rows
   * @param cells of the column, NaN for a missing one
   * @param target of the same rows, mean 0 and variance 1
   */
  static MeansByNumber of(double[] numbers, double[] cells, double[] target) {
    int[] counts = new int[numbers.length];
    double[] sums = new double[numbers.length];
    double squares = 0;
    int present = 0;
    for (int i = 0; i < cells.length; i++) {
      if (!Double.isNaN(cells[i])) {
        int place = Arrays.binarySearch(numbers, cells[i]);
        counts[place]++;
        sums[place] += target[i];
        squares += target[i] * target[i];
        present++;
      }
    }
    double[] means = new double[numbers.length];
    for (int j = 0; j < means.length; j++) {
      means[j] = sums[j] / counts[j];
      squares -= counts[j] * means[j] * means[j];
    }
    return new MeansByNumber(
        numbers, counts, means, Math.max(0, squares / (present - numbers.length)));
  }

  /**
   * Whether the means jump from number to number. The variance of the jumps must be a fiftieth of
   * the target's, so that it matters; a fifth of the variance of all means, so that the order of
   * the numbers tells little; and five times the noise of a mean, since a category is worth its
   * input only if its rows tell its mean.
   */
  boolean jump() {
    double jumps = jumps();
    return jumps >= LEAST_SHARE_OF_TARGET
        && jumps >= LEAST_SHARE_OF_MEANS * spread()
        && jumps >= LEAST_TIMES_NOISE * noise * numbers.length / rows();
  }

  /**
   * The variance of a mean about the line between those of the numbers beside it, without what the
   * noise adds. For independent means of equal variance it is this variance; for those on a line it
   * is 0. Each number is weighted by the inverse of the noise of its difference.
   */
  double jumps() {
    double sum = 0;
    double weights = 0;
    for (int j = 1; j + 1 < numbers.length; j++) {
      double right = (numbers[j] - numbers[j - 1]) / (numbers[j + 1] - numbers[j - 1]);
      double left = 1 - right;
      double difference = means[j] - left * means[j - 1] - right * means[j + 1];
      double share = 1.0 / counts[j] + left * left / counts[j - 1] + right * right / counts[j + 1];
      sum += (difference * difference - noise * share) / share;
      weights += (1 + left * left + right * right) / share;
    }
    return sum / weights;
  }

  /** The variance of all means, weighted by rows, without what the noise adds. */
  private double spread() {
    double sum = 0;
    for (int j = 0; j < means.length; j++) {
      sum += counts[j] * means[j] * means[j];
    }
    return (sum - noise * (means.length - 1)) / rows();
  }

  private int rows() {
    return Arrays.stream(counts).sum();
  }
}
