// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import java.util.function.DoubleUnaryOperator;

/** Search for the smallest value of a function with one minimum by golden section (Kiefer 1953). */
final class GoldenSection {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private GoldenSection() {}

  /**
   * The place of the smallest value; the ends are not evaluated.
   *
   * @param from less than {@code to}
   * @param resolution greater than 0
   */
  static double smallest(DoubleUnaryOperator of, double from, double to, double resolution) {
    double low = from;
    double high = to;
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double ofLeft = of.applyAsDouble(left);
    double ofRight = of.applyAsDouble(right);
    while (high - low > resolution) {
      if (ofLeft <= ofRight) {
        high = right;
        right = left;
        ofRight = ofLeft;
        left = high - GOLDEN * (high - low);
        ofLeft = of.applyAsDouble(left);
      } else {
        low = left;
        left = right;
        ofLeft = ofRight;
        right = low + GOLDEN * (high - low);
        ofRight = of.applyAsDouble(right);
      }
    }
    return (low + high) / 2;
  }
}
