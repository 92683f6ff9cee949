// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.array.Observations;
import java.util.Arrays;

/**
 * Errors of the predictive mean {@code e_i = |ybar_i - y_i|}, the Euclidean norm over the d_y
 * outputs (paper, "Diagnostic metrics"), in the target's units.
 */
public final class PointErrors {
  private PointErrors() {}

  /**
   * The root mean squared error {@code sqrt(1/n sum_i e_i^2)}.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static double rmse(Draws draws, double[][] observed) {
    double squares = 0;
    for (double e : byRow(draws, observed)) {
      squares += e * e;
    }
    return Math.sqrt(squares / draws.rows());
  }

  /**
   * The errors themselves.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @return {@code [n]}
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static double[] byRow(Draws draws, double[][] observed) {
    Observations.check(draws.rows(), draws.outputs(), observed);
    double[] result = new double[draws.rows()];
    for (int i = 0; i < result.length; i++) {
      int row = i;
      double[] mean = new double[draws.outputs()];
      Arrays.setAll(mean, j -> draws.mean(row, j));
      result[i] = of(mean, observed[i]);
    }
    return result;
  }

  /**
   * The error of one row.
   *
   * @param mean of the draws, {@code [d_y]}
   * @param observed {@code [d_y]}
   */
  public static double of(double[] mean, double[] observed) {
    double squares = 0;
    for (int j = 0; j < mean.length; j++) {
      squares += (mean[j] - observed[j]) * (mean[j] - observed[j]);
    }
    return Math.sqrt(squares);
  }
}
