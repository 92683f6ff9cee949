// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

/** Whether numbers go one way. */
public final class Trend {
  private Trend() {}

  /** Whether each is below the one before. */
  public static boolean falls(double[] values) {
    for (int i = 1; i < values.length; i++) {
      if (!(values[i] < values[i - 1])) {
        return false;
      }
    }
    return true;
  }
}
