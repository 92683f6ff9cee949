// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The law of a number above 0 whose natural logarithm is normal.
 *
 * @param logMean mean of the logarithm
 * @param logDeviation standard deviation of the logarithm, above 0
 */
record LogNormalLaw(double logMean, double logDeviation) implements Law {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
  private static final double LOG_ROOT = .5 * Math.log(2 * Math.PI);

  @Override
  public double mean() {
    return Math.exp(logMean + .5 * logDeviation * logDeviation);
  }

  @Override
  public double sample(RandomGenerator random) {
    return Math.exp(logMean + logDeviation * random.nextGaussian());
  }

  /** Minus infinity for y at most 0. */
  @Override
  public double logDensity(double y) {
    if (y <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double z = standardized(y);
    return -.5 * z * z - Math.log(logDeviation) - LOG_ROOT - Math.log(y);
  }

  /**
   * {@inheritDoc}
   *
   * @implNote {@code E|Y - y| = y (2 Phi(z) - 1) + mean (1 - 2 Phi(z - s))}, with z the
   *     standardised logarithm of y and s the deviation of the logarithm.
   */
  @Override
  public double energyScore(double y) {
    double z = standardized(y);
    double fit = y * centred(z) - mean() * centred(z - logDeviation);
    return fit - dispersion();
  }

  /**
   * {@inheritDoc}
   *
   * @implNote The mean times the Gini coefficient, {@code 2 Phi(s / sqrt(2)) - 1}.
   */
  @Override
  public double dispersion() {
    return mean() * centred(logDeviation / Math.sqrt(2));
  }

  /** Minus infinity for y at most 0. */
  private double standardized(double y) {
    return (Math.log(Math.max(y, 0)) - logMean) / logDeviation;
  }

  /** {@code 2 Phi(z) - 1}. */
  private static double centred(double z) {
    return 2 * STANDARD.cumulativeProbability(z) - 1;
  }
}
