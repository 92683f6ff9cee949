// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/** Counts in ascending arrays by bisection. */
final class Ascending {
  private Ascending() {}

  /** How many values are below one. */
  static int below(double[] ascending, double value) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** How many values are at or below one. */
  static int atOrBelow(double[] ascending, double value) {
    return below(ascending, Math.nextUp(value));
  }
}
