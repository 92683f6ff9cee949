// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

/** Quantiles of numbers in ascending order. */
final class Quantiles {
  private Quantiles() {}

  /**
   * The quantile between order statistics, the i-th smallest of n (from 0) standing at {@code (i +
   * 1/2) / n} (Hazen).
   *
   * @param ascending at least one
   * @param p in [0, 1]
   */
  static double at(double[] ascending, double p) {
    double place = Math.max(0, Math.min(ascending.length - 1, p * ascending.length - 0.5));
    int low = (int) place;
    int high = Math.min(low + 1, ascending.length - 1);
    return ascending[low] + (place - low) * (ascending[high] - ascending[low]);
  }

  /**
   * As many numbers at most, which have the same law to within their number.
   *
   * @param ascending at least one
   */
  static double[] thinned(double[] ascending, int most) {
    if (ascending.length <= most) {
      return ascending;
    }
    double[] thinned = new double[most];
    for (int i = 0; i < most; i++) {
      thinned[i] = at(ascending, (i + 0.5) / most);
    }
    return thinned;
  }
}
