// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.schema.TargetSupport;

/**
 * The map of the r-th smallest of K values under an {@link IsotonicCurve}: to a point between the
 * {@code lower[r]}-th (from 0) and the next one, by linear interpolation; for values on a lattice,
 * which has none between them, to the nearer one. The same for all rows, so that a graph has it as
 * constants.
 *
 * @param lower {@code [K]}, from 0 to K - 1
 * @param share {@code [K]}, in [0, 1); 0 if there is no next one, or the values are on a lattice
 */
public record RankMap(int[] lower, double[] share) {
  /**
   * The map of a curve.
   *
   * @param curve R
   * @param support of the values
   * @param draws K, at least 1
   */
  public static RankMap of(IsotonicCurve curve, TargetSupport support, int draws) {
    int[] lower = new int[draws];
    double[] share = new double[draws];
    for (int r = 0; r < draws; r++) {
      double place = curve.inverse((r + .5) / draws) * draws - .5;
      double inside = Math.max(0, Math.min(draws - 1, place));
      if (!support.lattice().absent()) {
        inside = Math.rint(inside);
      }
      lower[r] = (int) inside;
      share[r] = inside - lower[r];
    }
    return new RankMap(lower, share);
  }

  /**
   * The values moved.
   *
   * @param ascending {@code [K]}
   * @return {@code [K]}, ascending
   */
  public double[] apply(double[] ascending) {
    double[] result = new double[ascending.length];
    for (int r = 0; r < result.length; r++) {
      double from = ascending[lower[r]];
      result[r] = share[r] == 0 ? from : from + share[r] * (ascending[lower[r] + 1] - from);
    }
    return result;
  }
}
