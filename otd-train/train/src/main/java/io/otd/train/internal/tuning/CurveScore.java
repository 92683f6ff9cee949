// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.train.internal.result.Spread;
import java.util.Arrays;

/**
 * The score of a training curve that is noisy: the lowest mean of a third of its validations in a
 * row, at least five. The lowest single validation would be a prize for luck: of many curves, the
 * winner is the one with the deepest notch. Early stopping keeps the best parameters, so that what
 * comes after them does not count.
 */
final class CurveScore {
  /** Of no validation: no curve is worse. */
  static final Spread NONE = new Spread(Double.POSITIVE_INFINITY, Double.NaN);

  private static final int FEWEST = 5;
  private static final int PARTS = 3;

  private CurveScore() {}

  /**
   * Scores a curve.
   *
   * @param validations in the order of the steps
   * @return the lowest mean, and the standard deviation of its validations
   */
  static Spread of(double[] validations) {
    int width = Math.min(validations.length, Math.max(FEWEST, validations.length / PARTS));
    Spread best = NONE;
    for (int i = 0; width > 0 && i + width <= validations.length; i++) {
      Spread here = Spread.of(Arrays.copyOfRange(validations, i, i + width));
      best = here.mean() < best.mean() ? here : best;
    }
    return best;
  }
}
