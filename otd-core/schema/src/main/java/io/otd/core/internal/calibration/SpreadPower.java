// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Arrays;
import java.util.Optional;

/**
 * The fit of the power with which a spread's factor depends on the spread: the one of the smallest
 * energy score, if it is at least {@link #ERRORS} standard errors from 0. It is shrunk towards 0 by
 * the rule of James and Stein (1961), {@code p (1 - (e / p)^2)}. The standard error e follows from
 * the slopes of the rows' scores and the curvature of their mean, as for any estimate that
 * minimises a mean (Huber 1967).
 *
 * @param loss of the rows
 * @param variances of the draws of each row
 * @param weights how much each row counts
 * @param typical spread
 */
record SpreadPower(SpreadLoss loss, double[] variances, RowWeights weights, double typical) {
  /** The largest power that is fitted, with either sign. */
  static final double MOST = .6;

  /** Draws used per row: the choice of two numbers needs no more. */
  private static final int MAX_DRAWS = 200;

  /** Of the power, far below its standard error. */
  private static final double RESOLUTION = .01;

  /**
   * The fewest rows with a spread: the error of a power is itself estimated, and of a few rows far
   * too small. Two rows fit any power without error.
   */
  static final int FEWEST_ROWS = 30;

  /** A smaller estimate in standard errors may be chance. */
  private static final double ERRORS = 2;

  /** Distance at which slopes are measured. */
  private static final double STEP = .1;

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
    if (Arrays.stream(variances).filter(v -> v > 0).count() < FEWEST_ROWS) {
      return same;
    }
    SpreadLoss loss =
        settle.isEmpty()
            ? new SpreadScore(draws, observed, weights)
            : new SettledSpreadScore(draws, observed, weights, settle.get());
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
    double[] below = scores(factor, power - STEP);
    double[] at = scores(factor, power);
    double[] above = scores(factor, power + STEP);
    double slopes = 0;
    double curvature = 0;
    for (int i = 0; i < at.length; i++) {
      slopes += Math.pow(weights.at(i) * (above[i] - below[i]) / (2 * STEP), 2);
      curvature += weights.at(i) * (above[i] - 2 * at[i] + below[i]) / (STEP * STEP);
    }
    double square = slopes / (curvature * curvature);
    boolean clear = curvature > 0 && power * power > ERRORS * ERRORS * square;
    return clear ? power * (1 - square / (power * power)) : 0;
  }
}
