// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.array;

/** Arithmetic means. */
public final class Means {
  private Means() {}

  /** The mean of at least one value. */
  public static double of(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The weighted mean of at least one value. */
  public static double of(double[] values, double[] weights) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
      all += weights[i];
    }
    return sum / all;
  }
}
