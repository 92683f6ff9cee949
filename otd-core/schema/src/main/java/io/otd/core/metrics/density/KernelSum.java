// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

/**
 * The logarithm of a Gaussian kernel density with a width for each output:
 *
 * <pre>{@code log 1/K sum_k prod_j 1/(h_j sqrt(2 pi)) exp(-((y_j - y_kj) / h_j)^2 / 2)}</pre>
 *
 * The result is finite also where the density underflows; only a distance whose square overflows
 * gives minus infinity.
 */
final class KernelSum {
  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  private KernelSum() {}

  /**
   * The log density.
   *
   * @param draws {@code [d_y][K]}
   * @param widths h, {@code [d_y]}, above 0
   * @param y {@code [d_y]}
   */
  static double logDensity(double[][] draws, double[] widths, double[] y) {
    double[] exponents = new double[draws[0].length];
    double logWidths = 0;
    for (int j = 0; j < draws.length; j++) {
      for (int k = 0; k < exponents.length; k++) {
        double z = (y[j] - draws[j][k]) / widths[j];
        exponents[k] -= .5 * z * z;
      }
      logWidths += Math.log(widths[j]);
    }
    return LogSumExp.mean(exponents) - logWidths - .5 * draws.length * LOG_TWO_PI;
  }
}
