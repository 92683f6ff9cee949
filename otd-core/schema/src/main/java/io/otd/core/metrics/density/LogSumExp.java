// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

/**
 * The logarithm of a sum of exponentials, {@code log sum_k exp(l_k)}. The largest is factored out
 * first, so that terms far outside the range of double precision give a finite number.
 */
public final class LogSumExp {
  /** Below this distance from the largest, {@code 1e-26}, even a million terms add nothing. */
  private static final double LEAST_EXPONENT = -60;

  private LogSumExp() {}

  /**
   * The sum.
   *
   * @param logs {@code [K]}, K at least 1; minus infinity for a term of 0
   * @return minus infinity where every term is 0
   */
  public static double of(double[] logs) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      largest = Math.max(largest, log);
    }
    if (Double.isInfinite(largest)) {
      return largest;
    }
    double sum = 0;
    for (double log : logs) {
      double exponent = log - largest;
      sum += exponent > LEAST_EXPONENT ? Math.exp(exponent) : 0;
    }
    return largest + Math.log(sum);
  }

  /**
   * The mean, {@code log 1/K sum_k exp(l_k)}.
   *
   * @param logs {@code [K]}, K at least 1; minus infinity for a term of 0
   * @return minus infinity where every term is 0
   */
  public static double mean(double[] logs) {
    return of(logs) - Math.log(logs.length);
  }
}
