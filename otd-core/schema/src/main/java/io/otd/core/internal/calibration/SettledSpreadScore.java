// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;

/**
 * The mean energy score of {@code settle(mean + c (draw - mean))} as a function of the factor c,
 * where draws beyond a bound go to the bound. Unlike {@link SpreadScore}, it is not convex, so a
 * grid search precedes the local search.
 */
final class SettledSpreadScore {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Draws used per row: the choice of one number needs no more. */
  private static final int MAX_DRAWS = 200;

  private static final int GRID = 25;

  /** Of the logarithm of the factor. */
  private static final double RESOLUTION = 1e-3;

  private final Draws validation;
  private final double[][] observed;
  private final Draws.Transform settle;

  SettledSpreadScore(Draws validation, double[][] observed, Draws.Transform settle) {
    this.validation = validation.first(Math.min(validation.draws(), MAX_DRAWS));
    this.observed = observed;
    this.settle = settle;
  }

  /** The score of one factor. */
  double at(double factor) {
    Draws scaled = validation.scaledAboutMean(factor).map(settle);
    return SampleEnergyScore.of(scaled, observed).mean();
  }

  /** The factor of the smallest score. */
  double smallest(double from, double to) {
    double step = Math.log(to / from) / (GRID - 1);
    int best = 0;
    double bestScore = Double.POSITIVE_INFINITY;
    for (int i = 0; i < GRID; i++) {
      double score = at(from * Math.exp(i * step));
      if (score < bestScore) {
        best = i;
        bestScore = score;
      }
    }
    double middle = from * Math.exp(best * step);
    double low = Math.log(middle) - (best > 0 ? step : 0);
    double high = Math.log(middle) + (best < GRID - 1 ? step : 0);
    while (high - low > RESOLUTION) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      if (at(Math.exp(left)) <= at(Math.exp(right))) {
        high = right;
      } else {
        low = left;
      }
    }
    double inside = Math.exp((low + high) / 2);
    return at(inside) < bestScore ? inside : middle;
  }
}
