// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Numbers of which a double may not hold all digits before the decimal mark. */
public final class WholeNumber {
  /** Below it, doubles represent each whole number. */
  private static final double EXACT = 0x1p53;

  private static final Pattern DIGITS = Pattern.compile("[+-]?[0-9]+(?:[.,][0-9]*)?");

  private WholeNumber() {}

  /** Whether a double of this value may stand for several whole numbers. */
  public static boolean isWide(double value) {
    return Math.abs(value) >= EXACT;
  }

  /**
   * Whether a text is a number that a double does not hold: digits with a sign or without, perhaps
   * with a decimal mark, but without an exponent.
   *
   * @param value the nearest double, {@linkplain #isWide wide}
   */
  public static boolean isRounded(String text, double value) {
    return DIGITS.matcher(text).matches()
        && new BigDecimal(text.replace(',', '.')).compareTo(new BigDecimal(value)) != 0;
  }

  /** All digits of a double that is a whole number. */
  public static String text(double value) {
    return new BigDecimal(value).toPlainString();
  }
}
