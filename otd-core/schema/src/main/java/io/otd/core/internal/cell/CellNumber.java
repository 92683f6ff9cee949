// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.cell;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Numbers as texts: decimal digits with an optional sign, point and exponent. */
public final class CellNumber {
  /** A number without its sign. */
  static final String UNSIGNED = "(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?";

  /** A whole cell, in the common part of the syntaxes of Java, RE2 and Python. */
  public static final String REGEX = "[+-]?" + UNSIGNED;

  private static final Pattern NUMBER = Pattern.compile(REGEX);

  /** Below it, a whole number is one of 64 bits. */
  private static final double LONGS = 0x1p63;

  /** Whole numbers of so many digits are exact in double precision. */
  private static final int DIGITS = 15;

  private CellNumber() {}

  /**
   * The number of a text.
   *
   * @param text without blanks around it
   * @return infinite if it is beyond double precision; NaN if the text is not a number
   */
  public static double parse(String text) {
    return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
  }

  /**
   * A number as a text: a whole number by its digits, any other in the shortest form that
   * identifies it; empty for NaN.
   */
  public static String of(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < LONGS
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** As {@link #of(double)}; whole numbers keep all their digits. */
  public static String of(Number value) {
    if (value instanceof Double || value instanceof Float) {
      return of(value.doubleValue());
    }
    BigDecimal exact = new BigDecimal(value.toString());
    return exact.stripTrailingZeros().scale() <= 0
        ? exact.toBigInteger().toString()
        : of(exact.doubleValue());
  }

  /** Whether a text is a number as {@link #of(double)} writes it. */
  public static boolean isShortest(String text) {
    return isShortWhole(text) || of(parse(text)).equals(text);
  }

  /** Whether it is so at first sight, like nearly every code. */
  private static boolean isShortWhole(String text) {
    boolean digits = !text.isEmpty() && text.length() <= DIGITS && text.charAt(0) != '0';
    for (int i = 0; digits && i < text.length(); i++) {
      digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return digits;
  }
}
