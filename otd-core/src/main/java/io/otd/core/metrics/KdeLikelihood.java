package io.otd.core.metrics;

/**
 * The negative log-likelihood {@code -1/n sum_i log f_i(y_i)} under a Gaussian kernel density of
 * each row's draws (paper, "UCI/OpenML Protocol"). It depends on the bandwidth; {@linkplain
 * BandwidthSelection choose} that on validation rows. Natural logarithm; lower is better.
 *
 * @implNote The paper has one output. For several, a draw's kernel is the product of one Gaussian
 *     kernel an output: the joint density, not the product of the marginal ones.
 */
public final class KdeLikelihood {
  private KdeLikelihood() {}

  /**
   * The mean over the rows, in the units of the draws.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @param bandwidth of each row's kernels, output by output
   * @throws IllegalArgumentException if sizes differ or a value is not finite
   */
  public static double negativeLogLikelihood(
      Draws draws, double[][] observed, Bandwidth bandwidth) {
    return -Means.of(logDensities(draws, observed, bandwidth));
  }

  /**
   * {@code log f_i(y_i)} of each row.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}, finite
   * @param bandwidth of each row's kernels, output by output
   * @return {@code [n]}; minus infinity only where the squared distance of the observed value to
   *     every draw, in bandwidths, is beyond double precision
   * @throws IllegalArgumentException if sizes differ or a value is not finite
   */
  public static double[] logDensities(Draws draws, double[][] observed, Bandwidth bandwidth) {
    Observations.check(draws, observed);
    double[] result = new double[draws.rows()];
    for (int i = 0; i < result.length; i++) {
      result[i] =
          logDensity(
              DrawnRow.of(draws, i, observed[i]), new Density(bandwidth, LikelihoodScale.IDENTITY));
    }
    return result;
  }

  /**
   * How a density is made of draws.
   *
   * @param bandwidth of the kernels, on the scale
   * @param scale on which the kernels have it
   */
  public record Density(Bandwidth bandwidth, LikelihoodScale scale) {}

  /** {@code log f(y)} of one row, per unit of the targets. */
  static double logDensity(DrawnRow row, Density density) {
    LikelihoodScale scale = density.scale();
    double[][] scaled = new double[row.outputs()][row.draws()];
    double[] widths = new double[scaled.length];
    double[] at = new double[scaled.length];
    double logDerivative = 0;
    for (int j = 0; j < scaled.length; j++) {
      for (int k = 0; k < row.draws(); k++) {
        scaled[j][k] = scale.forward(j, row.values()[j][k]);
      }
      widths[j] = density.bandwidth().of(scaled[j]);
      at[j] = scale.forward(j, row.observed()[j]);
      logDerivative += scale.logDerivative(j, row.observed()[j]);
    }
    return KernelSum.logDensity(scaled, widths, at) + logDerivative;
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
