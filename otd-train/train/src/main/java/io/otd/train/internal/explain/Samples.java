// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.internal.weight.RowWeights;
import io.otd.train.explanation.Estimate;
import java.util.Arrays;

/** Means of samples and their errors. */
public final class Samples {
  private Samples() {}

  /**
   * The mean of one number over a sample, with the standard error of independent ones.
   *
   * @param sample {@code [n][s]}
   */
  static Estimate estimate(double[][] sample, int place) {
    return estimate(Arrays.stream(sample).mapToDouble(numbers -> numbers[place]).toArray());
  }

  /** The same of single numbers, at least one. */
  public static Estimate estimate(double[] values) {
    return new Estimate(mean(values), deviation(values) / Math.sqrt(values.length));
  }

  /** The same of numbers that do not count the same. */
  public static Estimate estimate(double[] values, RowWeights weights) {
    return weights.areEqual()
        ? estimate(values)
        : new Estimate(weights.mean(values), weights.standardError(values));
  }

  /** Mean of at least one value. */
  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** Standard deviation with divisor n - 1; 0 for one value. */
  static double deviation(double[] values) {
    if (values.length < 2) {
      return 0;
    }
    double mean = mean(values);
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}
