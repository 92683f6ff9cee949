// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;

/**
 * The Wasserstein-1 distance on the line, {@code integral |F(z) - G(z)| dz} of the distribution
 * functions (Villani 2009, chapter 6).
 */
public final class WassersteinDistance {
  /** Rounding allowed in the sum of the weights. */
  private static final double WEIGHT_TOLERANCE = 1e-9;

  private WassersteinDistance() {}

  /**
   * The distance of the empirical law of draws to a discrete law.
   *
   * @param draws {@code [K]}, at least one, finite, any order
   * @param atoms {@code [A]}, at least one, finite, any order
   * @param weights {@code [A]}, each at least 0, sum 1
   * @return at least 0, in the draws' units
   * @throws IllegalArgumentException if a size or a value is wrong
   */
  public static double toDiscrete(double[] draws, double[] atoms, double[] weights) {
    check(draws, atoms, weights);
    double[] y = draws.clone();
    Arrays.sort(y);
    int[] order = RowWeights.ascending(atoms);
    double distance = 0;
    double mass = 0;
    double at = Math.min(y[0], atoms[order[0]]);
    int k = 0;
    int a = 0;
    while (k < y.length || a < order.length) {
      double nextDraw = k < y.length ? y[k] : Double.POSITIVE_INFINITY;
      double nextAtom = a < order.length ? atoms[order[a]] : Double.POSITIVE_INFINITY;
      double next = Math.min(nextDraw, nextAtom);
      distance += Math.abs((double) k / y.length - mass) * (next - at);
      at = next;
      if (nextDraw <= nextAtom) {
        k++;
      } else {
        mass += weights[order[a++]];
      }
    }
    return distance;
  }

  private static void check(double[] draws, double[] atoms, double[] weights) {
    if (draws.length == 0 || atoms.length == 0 || atoms.length != weights.length) {
      throw new IllegalArgumentException(
          "%s draws, %s atoms, %s weights (expected: at least one draw, as many weights as atoms)"
              .formatted(draws.length, atoms.length, weights.length));
    }
    requireFinite("draw", draws);
    requireFinite("atom", atoms);
    double sum = 0;
    for (double weight : weights) {
      Check.that(weight >= 0, "weight", weight, ">= 0");
      sum += weight;
    }
    Check.that(Math.abs(sum - 1) <= WEIGHT_TOLERANCE, "sum of the weights", sum, "1");
  }

  private static void requireFinite(String name, double[] values) {
    for (double value : values) {
      Check.that(Double.isFinite(value), name, value, "finite");
    }
  }
}
