// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/** Arithmetic means. */
final class Means {
  private Means() {}

  /** The mean of at least one value. */
  static double of(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
