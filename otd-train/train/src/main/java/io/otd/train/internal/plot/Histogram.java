// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.util.Arrays;

/** Counts of values in bins. */
public final class Histogram {
  private Histogram() {}

  /**
   * Share of the values in each bin over its width. A value on an edge belongs to the bin at its
   * right, on the last edge to the last bin; values outside count in no bin, but among all.
   *
   * @param edges rising, one more than bins
   * @param values any
   */
  public static double[] density(double[] edges, double[] values) {
    double[] result = new double[edges.length - 1];
    for (double v : values) {
      int place = Arrays.binarySearch(edges, v);
      int bin = place >= 0 ? Math.min(place, result.length - 1) : -place - 2;
      if (bin >= 0 && bin < result.length) {
        result[bin] += 1.0 / values.length / (edges[bin + 1] - edges[bin]);
      }
    }
    return result;
  }
}
