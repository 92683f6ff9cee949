// SPDX-License-Identifier: Apache-2.0
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
}
