package io.otd.core.metrics;

/**
 * The negative log-likelihood {@code -1/n sum_i log f_i(y_i)} under the {@linkplain GaussianKde
 * kernel density} of each row's draws (paper, "UCI/OpenML Protocol"). It depends on the bandwidth;
 * choose that on validation rows. Natural logarithm; lower is better.
 */
public final class KdeLikelihood {
  private KdeLikelihood() {}

  /**
   * The mean over the rows, in the units of the draws.
   *
   * @param draws {@code [K, n, 1]}
   * @param observed {@code [n][1]}, finite
   * @param bandwidth of each row's kernels
   * @throws IllegalArgumentException if there are several outputs, sizes differ or a value is not
   *     finite
   */
  public static double negativeLogLikelihood(
      Draws draws, double[][] observed, Bandwidth bandwidth) {
    return -Means.of(logDensities(draws, observed, bandwidth));
  }

  /**
   * {@code log f_i(y_i)} of each row.
   *
   * @param draws {@code [K, n, 1]}
   * @param observed {@code [n][1]}, finite
   * @param bandwidth of each row's kernels
   * @return {@code [n]}, finite
   * @throws IllegalArgumentException if there are several outputs, sizes differ or a value is not
   *     finite
   */
  public static double[] logDensities(Draws draws, double[][] observed, Bandwidth bandwidth) {
    if (draws.outputs() != 1) {
      throw new IllegalArgumentException(
          "outputs of a kernel density: " + draws.outputs() + " (expected: 1)");
    }
    Observations.check(draws, observed);
    double[] result = new double[draws.rows()];
    for (int i = 0; i < result.length; i++) {
      result[i] = new GaussianKde(draws.of(i, 0), bandwidth).logDensity(observed[i][0]);
    }
    return result;
  }

  /**
   * Carries a negative log-likelihood over to a target that is an affine function {@code shift +
   * scale y} of the one it was computed for: the density is divided by the Jacobian, {@code nll +
   * log scale}.
   *
   * @param negativeLogLikelihood for y
   * @param scale above 0: new units in one old unit
   * @throws IllegalArgumentException if the scale is out of range
   */
  public static double rescaled(double negativeLogLikelihood, double scale) {
    if (!(scale > 0) || Double.isInfinite(scale)) {
      throw new IllegalArgumentException("scale: " + scale + " (expected: > 0, finite)");
    }
    return negativeLogLikelihood + Math.log(scale);
  }
}
