// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import io.otd.core.metrics.density.LogSumExp;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A mixture of normal laws of one number.
 *
 * @param weights at least 0, of sum 1, {@code [C]}
 * @param means {@code [C]}
 * @param deviations above 0, {@code [C]}
 */
record MixtureLaw(double[] weights, double[] means, double[] deviations) implements Law {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
  private static final double LOG_ROOT = .5 * Math.log(2 * Math.PI);

  /** One normal law. */
  static MixtureLaw normal(double mean, double deviation) {
    return new MixtureLaw(new double[] {1}, new double[] {mean}, new double[] {deviation});
  }

  @Override
  public double mean() {
    double sum = 0;
    for (int c = 0; c < weights.length; c++) {
      sum += weights[c] * means[c];
    }
    return sum;
  }

  @Override
  public double sample(RandomGenerator random) {
    double left = random.nextDouble();
    int component = 0;
    while (component < weights.length - 1 && left >= weights[component]) {
      left -= weights[component++];
    }
    return means[component] + deviations[component] * random.nextGaussian();
  }

  @Override
  public double logDensity(double y) {
    double[] logs = new double[weights.length];
    Arrays.setAll(
        logs,
        c -> {
          double z = (y - means[c]) / deviations[c];
          return Math.log(weights[c]) - .5 * z * z - Math.log(deviations[c]) - LOG_ROOT;
        });
    return LogSumExp.of(logs);
  }

  @Override
  public double energyScore(double y) {
    double fit = 0;
    for (int c = 0; c < weights.length; c++) {
      fit += weights[c] * meanAbsolute(y - means[c], deviations[c]);
    }
    return fit - dispersion();
  }

  @Override
  public double dispersion() {
    double sum = 0;
    for (int c = 0; c < weights.length; c++) {
      for (int d = 0; d < weights.length; d++) {
        double deviation = Math.hypot(deviations[c], deviations[d]);
        sum += weights[c] * weights[d] * meanAbsolute(means[c] - means[d], deviation);
      }
    }
    return sum / 2;
  }

  /** {@code E|Z|} of a normal law. */
  private static double meanAbsolute(double mean, double deviation) {
    double z = mean / deviation;
    return 2 * deviation * STANDARD.density(z) + mean * (2 * STANDARD.cumulativeProbability(z) - 1);
  }
}
