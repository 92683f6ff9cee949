// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.weight.RowWeights;

/**
 * Spearman's rank correlation: Pearson's correlation of the ranks, tied values sharing the mean of
 * their ranks (paper, Ginzburg-Landau results).
 */
public final class SpearmanCorrelation {
  private SpearmanCorrelation() {}

  /**
   * The correlation of two series.
   *
   * @param a {@code [n]}, finite
   * @param b {@code [n]}, finite
   * @return inside [-1, 1]; NaN if it is not defined: one series is constant
   * @throws IllegalArgumentException if the lengths differ, are 0, or a value is not finite
   */
  public static double of(double[] a, double[] b) {
    return of(a, b, RowWeights.equal(a.length).of());
  }

  /** The same of rows that do not count the same. */
  static double of(double[] a, double[] b, double[] weights) {
    if (a.length != b.length || a.length == 0) {
      throw new IllegalArgumentException(
          "series: %s and %s values (expected: as many, at least 1)".formatted(a.length, b.length));
    }
    double[] p = ranks(a, weights);
    double[] q = ranks(b, weights);
    double middle = (new RowWeights(weights).sum() + 1) / 2;
    double pq = 0;
    double pp = 0;
    double qq = 0;
    for (int i = 0; i < p.length; i++) {
      pq += weights[i] * (p[i] - middle) * (q[i] - middle);
      pp += weights[i] * (p[i] - middle) * (p[i] - middle);
      qq += weights[i] * (q[i] - middle) * (q[i] - middle);
    }
    return pp > 0 && qq > 0 ? Math.max(-1, Math.min(1, pq / Math.sqrt(pp * qq))) : Double.NaN;
  }

  /**
   * Ranks from 1; tied values share the mean of their ranks. 0 and -0 are tied.
   *
   * @param values {@code [n]}, finite
   * @throws IllegalArgumentException if a value is not finite
   */
  public static double[] ranks(double[] values) {
    return ranks(values, RowWeights.equal(values.length).of());
  }

  private static double[] ranks(double[] values, double[] weights) {
    double[] plain = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException("value " + i + ": " + values[i] + " (expected: finite)");
      }
      // Adding 0 turns -0 into 0; sorting would distinguish them.
      plain[i] = values[i] + 0.0;
    }
    int[] order = RowWeights.ascending(plain);
    double[] result = new double[values.length];
    double below = 0;
    int from = 0;
    while (from < order.length) {
      int to = from;
      double atMost = below;
      while (to < order.length && plain[order[to]] == plain[order[from]]) {
        atMost += weights[order[to++]];
      }
      for (int i = from; i < to; i++) {
        result[order[i]] = (below + 1 + atMost) / 2;
      }
      below = atMost;
      from = to;
    }
    return result;
  }
}
