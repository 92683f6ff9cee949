// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import java.util.Arrays;
import java.util.Optional;

/**
 * The negative log-likelihood {@code -1/n sum_i log f_i(y_i)} under a Gaussian kernel density of
 * each row's draws (paper, "UCI/OpenML Protocol"). It depends on the bandwidth; {@linkplain
 * BandwidthSelection choose} that on validation rows. {@link StackedKernels} depend on it less.
 * Natural logarithm; lower is better.
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
   * @param stacked a mixture of kernels of several widths on the same scale, if one was fitted
   */
  public record Density(
      Bandwidth bandwidth, LikelihoodScale scale, Optional<StackedKernels> stacked) {
    /** With kernels of one width alone. */
    public Density(Bandwidth bandwidth, LikelihoodScale scale) {
      this(bandwidth, scale, Optional.empty());
    }

    /** The same for one output of several. */
    public Density ofOutput(int output) {
      return new Density(bandwidth, scale.ofOutput(output), stacked);
    }
  }

  /**
   * {@code log f(y)} of one row by kernels of one width, per unit of the targets.
   *
   * @param values the draws, {@code [d_y][K]}, K at least 1
   * @param observed y, {@code [d_y]}
   */
  public static double logDensity(double[][] values, double[] observed, Density density) {
    Scaled scaled = Scaled.of(values, observed, density.scale());
    double[] widths =
        Arrays.stream(scaled.draws()).mapToDouble(d -> density.bandwidth().of(d)).toArray();
    return KernelSum.logDensity(scaled.draws(), widths, scaled.observed()) + scaled.logDerivative();
  }

  /**
   * {@code log f(y)} of one row by stacked kernels, per unit of the targets.
   *
   * @param values the draws, {@code [d_y][K]}, K at least 1
   * @param observed y, {@code [d_y]}
   * @param scale on which the kernels have their widths
   */
  public static double stackedLogDensity(
      double[][] values, double[] observed, StackedKernels stacked, LikelihoodScale scale) {
    Scaled scaled = Scaled.of(values, observed, scale);
    return stacked.logDensity(scaled.draws(), scaled.observed()) + scaled.logDerivative();
  }

  /** A row on the scale, and how a density is carried back. */
  private record Scaled(double[][] draws, double[] observed, double logDerivative) {
    static Scaled of(double[][] values, double[] y, LikelihoodScale scale) {
      double[][] draws = new double[values.length][values[0].length];
      double[] observed = new double[draws.length];
      double logDerivative = 0;
      for (int j = 0; j < draws.length; j++) {
        for (int k = 0; k < draws[j].length; k++) {
          draws[j][k] = scale.forward(j, values[j][k]);
        }
        observed[j] = scale.forward(j, y[j]);
        logDerivative += scale.logDerivative(j, y[j]);
      }
      return new Scaled(draws, observed, logDerivative);
    }
  }
}
