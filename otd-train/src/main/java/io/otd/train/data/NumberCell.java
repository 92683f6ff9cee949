package io.otd.train.data;

import com.fasterxml.jackson.core.io.NumberInput;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the text of a cell as a number: decimal digits with an optional sign, point and exponent.
 * What Java takes beyond that ({@code 1f}, {@code 0x1p3}, {@code NaN}) is no number here.
 */
final class NumberCell {
  private static final Set<String> MISSING =
      Set.of("", "na", "n/a", "nan", "null", "none", "nil", "?", "-", "--", ".", "#n/a");

  private static final Pattern NON_FINITE = Pattern.compile("[+-]?(inf|infinity|∞)");
  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("[+-]?[0-9.]*,[0-9]+([eE][+-]?[0-9]+)?");

  private NumberCell() {}

  /**
   * The number, or NaN where the text is none, or none that float32 can hold: the network computes
   * in float32.
   */
  static double parse(String cell) {
    double value = plain(cell);
    return Double.isNaN(value) ? plain(cell.strip()) : value;
  }

  private static double plain(String cell) {
    int length = cell.length();
    boolean digits = false;
    for (int i = 0; i < length; i++) {
      char c = cell.charAt(i);
      if (c >= '0' && c <= '9') {
        digits = true;
      } else if (c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return Double.NaN;
      }
    }
    if (!digits) {
      return Double.NaN;
    }
    try {
      double value = NumberInput.parseDouble(cell, true);
      return Math.abs(value) <= Float.MAX_VALUE ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The value and what was expected, of a cell that {@link #parse} does not take. */
  static String complaint(String cell) {
    String text = cell.strip();
    String lower = text.toLowerCase(Locale.ROOT);
    if (MISSING.contains(lower)) {
      return shown(text) + " (expected: a number; missing values are not supported yet)";
    }
    if (NON_FINITE.matcher(lower).matches()) {
      return shown(text) + " (expected: a finite number)";
    }
    if (DECIMAL_COMMA.matcher(text).matches()) {
      return shown(text)
          + " (expected: a number with a decimal point; decimal commas are not supported yet)";
    }
    if (Double.isInfinite(unbounded(text))) {
      return shown(text) + " (expected: a number of magnitude at most 3.4e38)";
    }
    return shown(text)
        + " (expected: a number; categories are not supported yet, the setting data.ignore leaves"
        + " a column out)";
  }

  /** Infinity for a number too large for float32, NaN for none. */
  private static double unbounded(String text) {
    try {
      double value = Double.parseDouble(text);
      return Math.abs(value) > Float.MAX_VALUE ? Double.POSITIVE_INFINITY : value;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** A cell as it stands in a message: quoted, on one line, not too long. */
  static String shown(String cell) {
    if (cell.isEmpty()) {
      return "empty cell";
    }
    StringBuilder text = new StringBuilder("\"");
    int end = Math.min(cell.length(), 40);
    for (int i = 0; i < end; i++) {
      char c = cell.charAt(i);
      text.append(Character.isISOControl(c) ? '\uFFFD' : c);
    }
    return text.append(cell.length() > end ? "...\"" : "\"").toString();
  }
}
