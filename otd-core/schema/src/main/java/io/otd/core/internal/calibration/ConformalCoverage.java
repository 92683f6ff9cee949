// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.coverage.Coverage;

/**
 * How many new rows the conformal intervals of a level cover: with n calibration rows and the k-th
 * smallest score, the share of all new rows has the law Beta(k, n + 1 - k) (Vovk 2012), so that
 * their number is beta-binomial. It tends to the binomial law with the calibration rows.
 *
 * @param level alpha, inside (0, 1)
 * @param calibrated n, at least 1
 */
public record ConformalCoverage(double level, int calibrated) {
  /** One in twenty calibrated models is outside, half of them on either side. */
  private static final double OUTSIDE = .05;

  /**
   * The band of chance of the share that is covered.
   *
   * @param rows new ones, at least 1
   */
  public Coverage.Band band(int rows) {
    int rank = ConformalLevel.rank(calibrated, level);
    if (rank > calibrated) {
      return new Coverage.Band(1, 1);
    }
    double[] below = cumulative(rows, rank, calibrated + 1 - rank);
    int low = 0;
    while (below[low] < OUTSIDE / 2) {
      low++;
    }
    int high = rows;
    while (high > 0 && 1 - below[high - 1] <= OUTSIDE / 2) {
      high--;
    }
    return new Coverage.Band((double) low / rows, (double) high / rows);
  }

  /** The distribution function of the beta-binomial law at 0 to n. */
  private static double[] cumulative(int n, double a, double b) {
    double log = 0;
    for (int i = 0; i < n; i++) {
      log += Math.log((b + i) / (a + b + i));
    }
    double[] sums = new double[n + 1];
    double sum = 0;
    for (int x = 0; x <= n; x++) {
      sum += Math.exp(log);
      sums[x] = sum;
      log += Math.log((n - x) * (a + x) / ((x + 1.0) * (b + n - x - 1)));
    }
    return sums;
  }
}
