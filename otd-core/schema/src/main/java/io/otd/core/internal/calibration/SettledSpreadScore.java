// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.function.IntToDoubleFunction;

/**
 * The mean energy score of {@code settle(mean + c (draw - mean))} as a function of the factor c,
 * where draws beyond a bound go to the bound. Unlike {@link SpreadScore}, it is not convex, so a
 * grid search precedes the local search.
 */
record SettledSpreadScore(
    Draws validation, double[][] observed, RowWeights weights, Draws.Transform settle)
    implements SpreadLoss {
  /** Draws used per row: the choice of one number needs no more. */
  private static final int MAX_DRAWS = 200;

  private static final int GRID = 25;

  /** Of the logarithm of the factor. */
  private static final double RESOLUTION = 1e-3;

  /** Keeps some draws. */
  SettledSpreadScore {
    validation = validation.first(Math.min(validation.draws(), MAX_DRAWS));
  }

  @Override
  public boolean isFlat() {
    return SampleEnergyScore.of(validation, observed).dispersion() == 0;
  }

  @Override
  public double at(double factor) {
    return score(validation.scaledAboutMean(factor)).mean(weights.of());
  }

  @Override
  public double[] byRow(IntToDoubleFunction factors) {
    return score(validation.scaledAboutMean(factors)).byRow();
  }

  private SampleEnergyScore score(Draws scaled) {
    return SampleEnergyScore.of(scaled.map(settle), observed);
  }

  @Override
  public double smallest(double from, double to) {
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
    double inside = Math.exp(GoldenSection.smallest(x -> at(Math.exp(x)), low, high, RESOLUTION));
    return at(inside) < bestScore ? inside : middle;
  }
}
