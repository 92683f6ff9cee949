package io.otd.core.metrics;

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
   * The mean absolute error {@code 1/n sum_i e_i}.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @throws IllegalArgumentException if the sizes differ or a value is not finite
   */
  public static double mae(Draws draws, double[][] observed) {
    return Means.of(byRow(draws, observed));
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
    Observations.check(draws, observed);
    double[] result = new double[draws.rows()];
    for (int i = 0; i < result.length; i++) {
      double squares = 0;
      for (int j = 0; j < draws.outputs(); j++) {
        double e = draws.mean(i, j) - observed[i][j];
        squares += e * e;
      }
      result[i] = Math.sqrt(squares);
    }
    return result;
  }
}
