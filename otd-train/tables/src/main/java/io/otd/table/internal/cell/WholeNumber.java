// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import java.math.BigDecimal;

/** Whole numbers of which a double may not hold all digits. */
public final class WholeNumber {
  /** Below it, a double tells each whole number from its neighbours. */
  private static final double EXACT = 0x1p53;

  private WholeNumber() {}

  /** Whether a double of this value may stand for several whole numbers. */
  public static boolean isWide(double value) {
    return Math.abs(value) >= EXACT;
  }

  /**
   * Whether a text is a whole number, digits with a sign or without, that a double does not hold.
   *
   * @param value the nearest double, {@linkplain #isWide wide}
   */
  public static boolean isRounded(String text, double value) {
    int from = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (from == text.length()) {
      return false;
    }
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return new BigDecimal(text).compareTo(new BigDecimal(value)) != 0;
  }

  /** All digits of a double that is a whole number. */
  public static String text(double value) {
    return new BigDecimal(value).toPlainString();
  }
}
