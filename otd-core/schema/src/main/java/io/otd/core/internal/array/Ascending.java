// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.array;

/** Counts in ascending arrays by bisection. */
public final class Ascending {
  private Ascending() {}

  /** Number of values below a value. */
  public static int below(double[] ascending, double value) {
    return below(ascending, ascending.length, value);
  }

  /** Number of values below a value among the first ones. */
  public static int below(double[] ascending, int first, double value) {
    int low = 0;
    int high = first;
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
  public static int atOrBelow(double[] ascending, double value) {
    return below(ascending, Math.nextUp(value));
  }
}
