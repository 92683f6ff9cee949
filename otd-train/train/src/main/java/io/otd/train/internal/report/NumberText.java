// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as a report shows them. */
public final class NumberText {
  private NumberText() {}

  /**
   * A number to four significant digits.
   *
   * @param value any; "n/a" for NaN
   */
  public static String brief(double value) {
    if (Double.isNaN(value)) {
      return "n/a";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "\u221e" : "\u2212\u221e";
    }
    double size = Math.abs(value);
    if (value == Math.rint(value) && size < 1e9) {
      return String.format(Locale.ROOT, "%,d", (long) value).replace('-', '\u2212');
    }
    String text =
        size >= 1e-4 && size < 1e7
            ? new BigDecimal(value).round(new MathContext(4)).toPlainString()
            : String.format(Locale.ROOT, "%.3e", value);
    return text.replace('-', '\u2212');
  }

  /**
   * A mean with its standard deviation, both to two significant digits of the latter.
   *
   * @param mean finite
   * @param sd at least 0, finite; 0 leaves it out
   */
  public static String withSpread(double mean, double sd) {
    if (sd == 0) {
      return brief(mean);
    }
    int decimals = (int) Math.max(0, Math.min(9, 1 - Math.floor(Math.log10(sd))));
    String format = "%." + decimals + "f";
    return String.format(Locale.ROOT, format + " \u00b1 " + format, mean, sd)
        .replace('-', '\u2212');
  }
}
