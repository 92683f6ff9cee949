// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;

/**
 * The area between the calibration curve and the diagonal (Kuleshov, Fenner and Ermon 2018, figure
 * 3; Chung et al. 2021), {@code integral_0^1 |PICP(alpha) - alpha| d alpha}: the mean absolute
 * coverage error over all levels instead of a few. 0 is calibrated, 1/2 the worst.
 *
 * @implNote The coverage of the central interval of level alpha is taken from the transforms u of
 *     the observed values: they lie inside where {@code |2 u - 1| <= alpha}. The integral of this
 *     step function is exact. For several outputs it is the mean of their areas.
 */
public final class MiscalibrationArea {
  private MiscalibrationArea() {}

  /**
   * The area of one output.
   *
   * @param transforms {@link ProbabilityIntegralTransform} of the observed values, in [0, 1], at
   *     least one
   * @throws IllegalArgumentException if there is none or one is out of range
   */
  public static double of(double[] transforms) {
    return of(transforms, RowWeights.equal(transforms.length).of());
  }

  /** The same of rows that do not count the same. */
  static double of(double[] transforms, double[] weights) {
    if (transforms.length == 0) {
      throw new IllegalArgumentException("transforms: none (expected: at least one)");
    }
    double[] needed = new double[transforms.length];
    for (int i = 0; i < needed.length; i++) {
      needed[i] = Math.abs(2 * transforms[i] - 1);
      Check.that(needed[i] <= 1, "transform", transforms[i], "in [0, 1]");
    }
    int[] order = RowWeights.ascending(needed);
    double all = new RowWeights(weights).sum();
    double area = 0;
    double from = 0;
    double inside = 0;
    for (int row : order) {
      area += distance(inside / all, from, needed[row]);
      from = needed[row];
      inside += weights[row];
    }
    return area + distance(inside / all, from, 1);
  }

  /** {@code integral_a^b |g - x| dx}. */
  private static double distance(double g, double a, double b) {
    double left = g - a;
    double right = b - g;
    if (left >= 0 && right >= 0) {
      return (left * left + right * right) / 2;
    }
    return Math.abs((left - right) / 2) * (b - a);
  }
}
