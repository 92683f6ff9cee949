// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import java.util.Arrays;

/**
 * The score of a training curve that is noisy: the lowest mean of a third of its validations in a
 * row, at least five. The lowest single validation would be a prize for luck: of many curves, the
 * winner is the one with the deepest notch. Early stopping keeps the best parameters, so that what
 * comes after them does not count.
 *
 * @param mean of these validations; infinite if there are none
 * @param sd their standard deviation; 0 of one, NaN of none
 */
record CurveScore(double mean, double sd) {
  static final CurveScore NONE = new CurveScore(Double.POSITIVE_INFINITY, Double.NaN);

  private static final int FEWEST = 5;
  private static final int PARTS = 3;

  /**
   * Scores a curve.
   *
   * @param validations in the order of the steps
   */
  static CurveScore of(double[] validations) {
    int width = Math.min(validations.length, Math.max(FEWEST, validations.length / PARTS));
    CurveScore best = NONE;
    for (int i = 0; width > 0 && i + width <= validations.length; i++) {
      CurveScore here = around(Arrays.copyOfRange(validations, i, i + width));
      best = here.mean < best.mean ? here : best;
    }
    return best;
  }

  private static CurveScore around(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new CurveScore(mean, values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0);
  }

  /** Whether another score is as good, as far as the validations tell: within both deviations. */
  boolean near(CurveScore other) {
    return Math.abs(mean - other.mean) <= Math.hypot(sd, other.sd);
  }
}
