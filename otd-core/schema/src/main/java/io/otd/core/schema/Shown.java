// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as people read them. */
final class Shown {
  private static final MathContext DIGITS = new MathContext(6);

  private Shown() {}

  /** Six digits at most, without zeros at the end. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    double size = Math.abs(value);
    return size == 0 || (size >= 1e-4 && size < 1e9) ? rounded.toPlainString() : rounded.toString();
  }

  /** {@code (what - mean) / scale}. */
  static String standardized(String what, double mean, double scale) {
    return "(%s %s %s) / %s"
        .formatted(what, mean < 0 ? "+" : "-", number(Math.abs(mean)), number(scale));
  }
}
