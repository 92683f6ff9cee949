// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.array.Means;
import io.otd.core.internal.weight.RowWeights;

/**
 * Mean and standard deviation of what was observed, for standardising.
 *
 * @param mean finite
 * @param scale standard deviation with divisor n, or 1 where it is 0 or rounding; above 0
 */
public record Moments(double mean, double scale) {
  /** Below this share of the mean, a standard deviation is rounding. */
  private static final double ROUNDING = 1e-12;

  /**
   * The moments of values.
   *
   * @param values at least one, finite
   */
  public static Moments of(double[] values) {
    return of(values, RowWeights.equal(values.length).of());
  }

  /**
   * The weighted moments of values.
   *
   * @param values at least one, finite
   * @param weights {@code [n]}, above 0
   */
  public static Moments of(double[] values, double[] weights) {
    double mean = Means.of(values, weights);
    double squares = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      squares += weights[i] * (values[i] - mean) * (values[i] - mean);
      all += weights[i];
    }
    return of(mean, Math.sqrt(squares / all));
  }

  /**
   * The moments of values whose standard deviation is known.
   *
   * @param mean finite
   * @param deviation standard deviation with divisor n, at least 0
   */
  public static Moments of(double mean, double deviation) {
    // Networks compute in float32, which cannot divide by less than its smallest normal number.
    double least = Math.max(ROUNDING * Math.abs(mean), Float.MIN_NORMAL);
    return new Moments(mean, deviation > least ? deviation : 1);
  }
}
