// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Numbers as people read them: on the terminal, in reports, on axes and in messages. Digits in
 * front of the point are not rounded away, except beside a spread, and zeros at the end are left
 * out: {@code 142380}, {@code 71.69}, {@code 0.5}. Only what would need many zeros has an exponent:
 * {@code 1.5e-7}.
 */
public final class NumberText {
  /** Of scores and predictions. */
  private static final int BRIEF = 4;

  /** Of cells: hides what arithmetic in double precision adds, such as in 0.07000000000000028. */
  private static final int CELL = 12;

  /** Identify every number of double precision. */
  private static final int MOST_DIGITS = 17;

  private static final double SMALLEST_PLAIN = 1e-4;
  private static final double SMALLEST_EXPONENT = 1e15;
  private static final int MOST_DECIMALS = 9;

  /** From here on, the digits of a count are grouped: four of them are read at a glance. */
  private static final long GROUPED = 10_000;

  private NumberText() {}

  /**
   * A number to four significant digits.
   *
   * @param value any; {@code n/a} for NaN
   */
  public static String brief(double value) {
    return of(value, BRIEF);
  }

  /**
   * A number as in a cell of a table, to twelve significant digits.
   *
   * @param value any; {@code n/a} for NaN
   */
  public static String cell(double value) {
    return of(value, CELL);
  }

  /**
   * A number with all digits that identify it, such as the value of a setting: {@code 0.000507},
   * {@code 1e-8}. Reading the text gives the same number.
   *
   * @param value any; {@code n/a} for NaN
   */
  public static String exact(double value) {
    return of(value, MOST_DIGITS);
  }

  /**
   * A number to some significant digits.
   *
   * @param value any; {@code n/a} for NaN
   * @param digits at least 1; more are shown only in front of the point
   */
  public static String of(double value, int digits) {
    if (Double.isNaN(value)) {
      return "n/a";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "\u221e" : "-\u221e";
    }
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(digits));
    if (size < SMALLEST_PLAIN || size >= SMALLEST_EXPONENT) {
      return scientific(rounded);
    }
    return plain(size < 1 ? rounded : whole(value, digits));
  }

  /** To the digits behind the point that are left after those in front. */
  private static BigDecimal whole(double value, int digits) {
    BigDecimal exact = BigDecimal.valueOf(value);
    int decimals = digits - exact.precision() + exact.scale();
    return exact.setScale(Math.max(0, decimals), RoundingMode.HALF_UP);
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /**
   * A number with one digit in front of the point, and an exponent: {@code 1.5e-7}.
   *
   * @param value finite, not 0
   * @param digits significant ones, at least 1
   */
  public static String scientific(double value, int digits) {
    return scientific(BigDecimal.valueOf(value).round(new MathContext(digits)));
  }

  private static String scientific(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    return stripped.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
  }

  /**
   * A difference, with its sign: {@code +0.5}.
   *
   * @param value any
   */
  public static String signed(double value) {
    return (value > 0 ? "+" : "") + brief(value);
  }

  /**
   * A number with a fixed number of digits behind the point, for numbers one below the other.
   *
   * @param value any; {@code n/a} for NaN
   * @param decimals at least 0
   */
  public static String fixed(double value, int decimals) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
        : brief(value);
  }

  /**
   * A number of things, in groups of three digits from five digits on: {@code 1950}, {@code
   * 71,686}.
   *
   * @param count any
   */
  public static String count(long count) {
    return Math.abs(count) < GROUPED
        ? Long.toString(count)
        : String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * A number of things with their name: {@code 1 row}, {@code 71,686 rows}.
   *
   * @param count any
   * @param one the name of one of them, whose plural ends in s
   */
  public static String counted(long count, String one) {
    return count(count) + " " + one + (count == 1 ? "" : "s");
  }

  /**
   * A share in percent, to a tenth: {@code 9.6 %}.
   *
   * @param share 1 is all
   */
  public static String percent(double share) {
    return plain(BigDecimal.valueOf(100 * share).setScale(1, RoundingMode.HALF_UP)) + " %";
  }

  /**
   * A mean with its standard deviation or standard error, both to two significant digits of the
   * latter, even in front of the point: {@code 229000 \u00b1 16000}.
   *
   * @param mean finite
   * @param sd at least 0; 0 and NaN, which is none, leave it out
   */
  public static String withSpread(double mean, double sd) {
    if (!(sd > 0)) {
      return brief(mean);
    }
    double decimals = 1 - Math.floor(Math.log10(sd));
    if (!Double.isFinite(sd) || decimals > MOST_DECIMALS) {
      return brief(mean) + " \u00b1 " + of(sd, 2);
    }
    return fixed(mean, (int) decimals) + " \u00b1 " + fixed(sd, (int) decimals);
  }
}
