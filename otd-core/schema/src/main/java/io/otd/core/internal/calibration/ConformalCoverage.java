// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.coverage.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How many new rows the conformal intervals of a level cover: with n calibration rows and the k-th
 * smallest score, the share of all new rows has the law Beta(k, n + 1 - k) (Vovk 2012), so that
 * their number is beta-binomial. It tends to the binomial law with the calibration rows.
 *
 * @implNote Rows in groups with calibration rows of their own are covered by independent shares.
 *     The law of their mean is taken to be the beta law with the same mean and variance.
 * @param level alpha, inside (0, 1)
 * @param parts of the new rows, each with offsets of its own, at least one
 */
public record ConformalCoverage(double level, List<Part> parts) {
  /** One in twenty calibrated models is outside, half of them on either side. */
  private static final double OUTSIDE = .05;

  /**
   * Rows with the same offset.
   *
   * @param share of the new rows, in [0, 1]
   * @param calibrated n, at least 1
   */
  public record Part(double share, int calibrated) {
    private double mean(double level) {
      double all = calibrated + 1.0;
      return Math.min(all, ConformalLevel.rank(calibrated, level)) / all;
    }

    private double variance(double level) {
      double mean = mean(level);
      return mean * (1 - mean) / (calibrated + 2.0);
    }
  }

  /** Copies the parts. */
  public ConformalCoverage {
    parts = List.copyOf(parts);
  }

  /**
   * Of rows with the same offset.
   *
   * @param calibrated n, at least 1
   */
  public ConformalCoverage(double level, int calibrated) {
    this(level, List.of(new Part(1, calibrated)));
  }

  /**
   * Of the intervals of a calibration.
   *
   * @param level one of its levels
   * @param weights sum of the weights of the new rows of each group
   */
  public static ConformalCoverage of(
      double level, ConformalCalibration calibration, Map<RowGroup, Double> weights) {
    double sum = weights.values().stream().mapToDouble(w -> w).sum();
    List<Part> parts = new ArrayList<>();
    double rest = sum;
    for (ConformalCalibration.OfGroup of : calibration.groups()) {
      double weight = weights.getOrDefault(of.group(), 0.0);
      if (weight > 0 && ConformalLevel.rank(of.rows(), level) <= of.rows()) {
        parts.add(new Part(weight / sum, of.rows()));
        rest -= weight;
      }
    }
    // Of rounded sums, as little remains as nothing.
    if (parts.isEmpty() || rest > 1e-9 * sum) {
      parts.add(new Part(rest / sum, calibration.rows()));
    }
    return new ConformalCoverage(level, parts);
  }

  /**
   * The band of chance of the share that is covered.
   *
   * @param rows new ones, at least 1
   */
  public Coverage.Band band(int rows) {
    double mean = parts.stream().mapToDouble(p -> p.share() * p.mean(level)).sum();
    double variance =
        parts.stream().mapToDouble(p -> p.share() * p.share() * p.variance(level)).sum();
    if (variance == 0) {
      return new Coverage.Band(1, 1);
    }
    double size = mean * (1 - mean) / variance - 1;
    double[] below = cumulative(rows, mean * size, (1 - mean) * size);
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
