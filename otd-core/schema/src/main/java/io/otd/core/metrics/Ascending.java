// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/** Counts in ascending arrays by bisection. */
final class Ascending {
  private Ascending() {}

  /** Number of values below a value. */
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

  /** Number of values at or below a value. */
  static int atOrBelow(double[] ascending, double value) {
    return below(ascending, Math.nextUp(value));
  }
}
