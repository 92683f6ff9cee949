// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Arrays;

/**
 * The means of a target over groups of rows, such as those of a category.
 *
 * @param counts of rows of each group
 * @param means of the target, whose mean over all rows is 0
 * @param noise variance of the target among the rows of a group
 */
record GroupMeans(int[] counts, double[] means, double noise) {
  private static final double LEAST_SHARE_OF_TARGET = .02;
  private static final double LEAST_SHARE_OF_UNEXPLAINED = .05;
  private static final double LEAST_TIMES_NOISE = 2;

  /**
   * Of some rows.
   *
   * @param groups that of each row, from 0 on; -1 for a row of none
   * @param number of groups, each with at least one row
   * @param target of the same rows, mean 0 and variance 1
   */
  static GroupMeans of(int[] groups, int number, double[] target) {
    int[] counts = new int[number];
    double[] means = new double[number];
    double squares = 0;
    int rows = 0;
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] >= 0) {
        counts[groups[i]]++;
        means[groups[i]] += target[i];
        squares += target[i] * target[i];
        rows++;
      }
    }
    for (int j = 0; j < number; j++) {
      means[j] /= counts[j];
      squares -= counts[j] * means[j] * means[j];
    }
    return new GroupMeans(counts, means, Math.max(0, squares / Math.max(1, rows - number)));
  }

  /** The variance of the means, weighted by rows, without what the noise adds. */
  double spread() {
    double sum = 0;
    for (int j = 0; j < means.length; j++) {
      sum += counts[j] * means[j] * means[j];
    }
    return (sum - noise * (means.length - 1)) / rows();
  }

  /**
   * Whether a part of the variance of the means is worth an input for each group: it is at least a
   * fiftieth of the target's, so that it matters, and twice the noise of a mean, so that the rows
   * of a group determine it.
   *
   * @param variance in units of the target's, such as {@link #spread}
   */
  boolean informative(double variance) {
    return variance >= LEAST_SHARE_OF_TARGET
        && variance >= LEAST_TIMES_NOISE * noise * means.length / rows();
  }

  /**
   * Whether a part of the variance of the means of what is unexplained of a target matters: it is
   * at least a fiftieth of the target's or a twentieth of what is unexplained, and more than the
   * noise of a mean.
   *
   * @param variance in units of the target's
   */
  boolean left(double variance) {
    double unexplained = noise + spread();
    return variance >= Math.min(LEAST_SHARE_OF_TARGET, LEAST_SHARE_OF_UNEXPLAINED * unexplained)
        && variance >= noise * means.length / rows();
  }

  private int rows() {
    return Arrays.stream(counts).sum();
  }
}
