package io.otd.core.metrics;

/**
 * The logarithm of a Gaussian kernel density with a width for each output:
 *
 * <pre>{@code log 1/K sum_k prod_j 1/(h_j sqrt(2 pi)) exp(-((y_j - y_kj) / h_j)^2 / 2)}</pre>
 *
 * The largest kernel is taken out of the sum (log-sum-exp), so that the result is finite also where
 * the density underflows; only a distance whose square overflows gives minus infinity.
 */
final class KernelSum {
  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  /** Below this share of the largest kernel one adds nothing. */
  private static final double LEAST_EXPONENT = -745;

  private KernelSum() {}

  /**
   * The log density.
   *
   * @param draws {@code [d_y][K]}
   * @param widths h, {@code [d_y]}, above 0
   * @param y {@code [d_y]}
   */
  static double logDensity(double[][] draws, double[] widths, double[] y) {
    double[] squares = new double[draws[0].length];
    double logWidths = 0;
    for (int j = 0; j < draws.length; j++) {
      for (int k = 0; k < squares.length; k++) {
        double z = (y[j] - draws[j][k]) / widths[j];
        squares[k] += z * z;
      }
      logWidths += Math.log(widths[j]);
    }
    return logMeanExp(squares) - logWidths - .5 * draws.length * LOG_TWO_PI;
  }

  /** {@code log 1/K sum_k exp(-squares_k / 2)}. */
  private static double logMeanExp(double[] squares) {
    double least = Double.POSITIVE_INFINITY;
    for (double square : squares) {
      least = Math.min(least, square);
    }
    if (Double.isInfinite(least)) {
      return Double.NEGATIVE_INFINITY;
    }
    double sum = 0;
    for (double square : squares) {
      double exponent = .5 * (least - square);
      sum += exponent > LEAST_EXPONENT ? Math.exp(exponent) : 0;
    }
    return Math.log(sum / squares.length) - .5 * least;
  }
}
