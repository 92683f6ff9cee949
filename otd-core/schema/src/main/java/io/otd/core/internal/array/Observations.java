// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.array;

/** Checks of what was observed, {@code [n][d_y]}, against the draws made for it. */
public final class Observations {
  private Observations() {}

  /**
   * Checks sizes and values.
   *
   * @throws IllegalArgumentException if there is not one finite value for each row and output
   */
  public static void check(int rows, int outputs, double[][] observed) {
    if (observed.length != rows) {
      throw new IllegalArgumentException(
          "observed: %s rows (expected: %s)".formatted(observed.length, rows));
    }
    for (int i = 0; i < observed.length; i++) {
      if (observed[i].length != outputs) {
        throw new IllegalArgumentException(
            "observed row %s: %s outputs (expected: %s)".formatted(i, observed[i].length, outputs));
      }
      for (double value : observed[i]) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "observed row %s: %s (expected: finite)".formatted(i, value));
        }
      }
    }
  }
}
