// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Optional;

/**
 * The fit of the power with which a spread's factor depends on the spread: the one of the smallest
 * energy score, if it is a {@link ClearEstimate}.
 *
 * @param loss of the rows
 * @param variances of the draws of each row
 * @param weights how much each row counts
 * @param typical spread
 */
record SpreadPower(SpreadLoss loss, double[] variances, RowWeights weights, double typical) {
  /** The largest power that is fitted, with either sign. */
  static final double MOST = .6;

  /** Draws used per row: the choice of a few numbers needs no more. */
  static final int MAX_DRAWS = 200;

  /** Of the power, far below its standard error. */
  private static final double RESOLUTION = .01;

  /**
   * Fits.
   *
   * @param same the calibration by one factor
   * @param validation {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}
   * @param weights how much each row counts
   * @param settle the replacement of a draw for scoring, if draws are replaced
   * @return of power 0 if rows do not show another one, or too few have a spread
   */
  static SpreadCalibration fit(
      SpreadCalibration same,
      Draws validation,
      double[][] observed,
      RowWeights weights,
      Optional<Draws.Transform> settle) {
    Draws draws = validation.first(Math.min(validation.draws(), MAX_DRAWS));
    double[] variances = draws.variances();
    if (!ClearEstimate.possible(variances, weights)) {
      return same;
    }
    SpreadLoss loss = SpreadLoss.of(draws, observed, weights, settle);
    return new SpreadPower(loss, variances, weights, typical(variances, weights))
        .fit(same.factor());
  }

  /**
   * The geometric mean of the spreads, weighted by the spread, as rows count in the score. About
   * it, factor and power have nearly independent errors.
   *
   * @param variances of rows, at least 0
   * @return 0 if all are
   */
  static double typical(double[] variances, RowWeights weights) {
    double all = 0;
    double sum = 0;
    for (int i = 0; i < variances.length; i++) {
      if (variances[i] > 0) {
        double spread = Math.sqrt(variances[i]);
        double weight = weights.at(i) * spread;
        all += weight;
        sum += weight * Math.log(spread);
      }
    }
    return all == 0 ? 0 : Math.exp(sum / all);
  }

  private SpreadCalibration fit(double same) {
    double factor = same;
    double power = best(factor);
    factor = best(factor, power);
    power = best(factor);
    double shrunk = shrunk(factor, power);
    return new SpreadCalibration(best(factor, shrunk), shrunk, typical);
  }

  private double best(double factor) {
    return GoldenSection.smallest(p -> score(factor, p), -MOST, MOST, RESOLUTION);
  }

  private double best(double factor, double power) {
    double from = Math.log(factor);
    return Math.exp(
        GoldenSection.smallest(x -> score(Math.exp(x), power), from - 1, from + 1, RESOLUTION));
  }

  private double score(double factor, double power) {
    return weights.mean(scores(factor, power));
  }

  private double[] scores(double factor, double power) {
    SpreadCalibration spread = new SpreadCalibration(factor, power, typical);
    return loss.byRow(row -> spread.factor(variances[row]));
  }

  private double shrunk(double factor, double power) {
    return ClearEstimate.shrunk(
        power,
        weights,
        scores(factor, power - ClearEstimate.STEP),
        scores(factor, power),
        scores(factor, power + ClearEstimate.STEP));
  }
}
