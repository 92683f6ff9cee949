// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.array.Means;

/**
 * Error and dispersion of each row, for comparison over a field or a test set (paper,
 * Ginzburg-Landau results): {@code epsilon_F = 1/K sum_k |y_k - y|}, {@code epsilon_D = 1/(K (K-1))
 * sum_{k != r} |y_k - y_r|}, score {@code epsilon_F - epsilon_D / 2}, mean error {@code e = |ybar -
 * y|}, standard deviation {@code sigma}. Norms over the d_y outputs are Euclidean; all in the
 * target's units. Immutable.
 *
 * @implNote The paper does not state the divisor of the standard deviation; it is K. For several
 *     outputs it is the root of the summed variances.
 */
public final class ErrorFields {
  private final SampleEnergyScore score;
  private final double[] meanError;
  private final double[] deviation;

  private ErrorFields(SampleEnergyScore score, double[] meanError, double[] deviation) {
    this.score = score;
    this.meanError = meanError;
    this.deviation = deviation;
  }

  /**
   * Computes all fields.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static ErrorFields of(Draws draws, double[][] observed) {
    double[] deviation = new double[draws.rows()];
    for (int i = 0; i < deviation.length; i++) {
      double variance = 0;
      for (int j = 0; j < draws.outputs(); j++) {
        double sd = draws.standardDeviation(i, j);
        variance += sd * sd;
      }
      deviation[i] = Math.sqrt(variance);
    }
    return new ErrorFields(
        SampleEnergyScore.of(draws, observed), PointErrors.byRow(draws, observed), deviation);
  }

  /** {@code epsilon_F}, {@code [n]}. */
  public double[] epsilonF() {
    return score.fitByRow();
  }

  /** {@code epsilon_D}, {@code [n]}: twice the dispersion, 0 for one draw. */
  public double[] epsilonD() {
    double[] result = score.dispersionByRow();
    for (int i = 0; i < result.length; i++) {
      result[i] *= 2;
    }
    return result;
  }

  /** The energy score, {@code [n]}. */
  public double[] score() {
    return score.byRow();
  }

  /** The error of the predictive mean, {@code [n]}. */
  public double[] meanError() {
    return meanError.clone();
  }

  /** The standard deviation of the draws, {@code [n]}. */
  public double[] standardDeviation() {
    return deviation.clone();
  }

  /** The means of the fields, a row of the paper's per-sample table. */
  public Averages averages() {
    return new Averages(
        score.fit(),
        2 * score.dispersion(),
        score.mean(),
        Means.of(meanError),
        Means.of(deviation));
  }

  /**
   * Means over the rows, in the target's units.
   *
   * @param epsilonF mean distance of the draws to the observation
   * @param epsilonD mean distance of two draws
   * @param score energy score
   * @param meanError error of the predictive mean
   * @param standardDeviation of the draws
   */
  public record Averages(
      double epsilonF, double epsilonD, double score, double meanError, double standardDeviation) {}
}
