// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.array.Means;
import io.otd.core.internal.array.Observations;

/**
 * The energy score of K draws, unbiased, row by row (paper, "Diagnostic metrics"; Gneiting and
 * Raftery 2007):
 *
 * <pre>{@code S_i = 1/K sum_k |y_k - y| - 1/(2 K (K-1)) sum_{k != r} |y_k - y_r|}</pre>
 *
 * with the Euclidean norm over the d_y outputs, in the target's units. The first term is the fit,
 * the second the {@linkplain PredictiveDispersion dispersion}, 0 for one draw. For one output it is
 * the fair form of the continuous ranked probability score. Lower is better; the estimate may be
 * below 0. Immutable.
 */
public final class SampleEnergyScore {
  private final double[] fit;
  private final double[] dispersion;

  private SampleEnergyScore(double[] fit, double[] dispersion) {
    this.fit = fit;
    this.dispersion = dispersion;
  }

  /**
   * Scores each row.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static SampleEnergyScore of(Draws draws, double[][] observed) {
    Observations.check(draws.rows(), draws.outputs(), observed);
    double[] fit = new double[draws.rows()];
    for (int i = 0; i < fit.length; i++) {
      fit[i] = fit(draws.byOutput(i), observed[i]);
    }
    return new SampleEnergyScore(fit, PredictiveDispersion.byRow(draws));
  }

  /**
   * The first term of one row.
   *
   * @param values the draws, {@code [d_y][K]}, K at least 1
   * @param observed {@code [d_y]}
   */
  public static double fit(double[][] values, double[] observed) {
    double[] squares = new double[values[0].length];
    for (int j = 0; j < observed.length; j++) {
      for (int k = 0; k < squares.length; k++) {
        double distance = values[j][k] - observed[j];
        squares[k] += distance * distance;
      }
    }
    double sum = 0;
    for (double square : squares) {
      sum += Math.sqrt(square);
    }
    return sum / squares.length;
  }

  /** The first term of each row, {@code [n]}: the mean distance of the draws to the observation. */
  public double[] fitByRow() {
    return fit.clone();
  }

  /** The second term of each row, {@code [n]}: half the mean distance of two draws. */
  public double[] dispersionByRow() {
    return dispersion.clone();
  }

  /** The score of each row, {@code [n]}: fit less dispersion. */
  public double[] byRow() {
    double[] result = new double[fit.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = fit[i] - dispersion[i];
    }
    return result;
  }

  /** The mean of the first term over the rows. */
  public double fit() {
    return Means.of(fit);
  }

  /** The mean of the second term over the rows, the dispersion U. */
  public double dispersion() {
    return Means.of(dispersion);
  }

  /** The mean score over the rows. */
  public double mean() {
    return Means.of(byRow());
  }

  /**
   * The weighted mean score over the rows.
   *
   * @param weights {@code [n]}, above 0
   */
  public double mean(double[] weights) {
    return Means.of(byRow(), weights);
  }
}
