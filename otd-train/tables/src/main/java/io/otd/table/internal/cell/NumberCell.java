// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import com.fasterxml.jackson.core.io.NumberInput;
import io.otd.core.internal.cell.Blanks;
import io.otd.table.problem.Quoted;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads the text of a cell as a number: decimal digits with an optional sign, point and exponent,
 * or with separators of thousands. Further forms accepted by Java ({@code 1f}, {@code 0x1p3},
 * {@code NaN}) are not numbers here.
 */
public final class NumberCell {
  private static final Pattern NON_FINITE = Pattern.compile("[+-]?(inf|infinity|∞)");
  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("[+-]?[0-9.]*,[0-9]+([eE][+-]?[0-9]+)?");

  private static final Pattern POINT_GROUPS =
      Pattern.compile("[+-]?[1-9][0-9]{0,2}(\\.[0-9]{3})+(,[0-9]*)?");

  private static final Pattern COMMA_GROUPS =
      Pattern.compile("[+-]?[1-9][0-9]{0,2}(,[0-9]{3}(,[0-9]{3})+(\\.[0-9]*)?|,[0-9]{3}\\.[0-9]*)");

  /** All are exact in a double, as are whole numbers of 15 digits. */
  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private NumberCell() {}

  /**
   * Whether a cell is a number with separators of thousands. With a decimal point, {@code 1,100} is
   * not accepted as a number: it may be 1.1 elsewhere.
   *
   * @param cell without blanks around it
   * @param mark decimal mark
   */
  public static boolean isGrouped(String cell, char mark) {
    return (mark == '.' ? COMMA_GROUPS : POINT_GROUPS).matcher(cell).matches();
  }

  /** As {@link #parse(char[], int, int, char)}, with a decimal point, blanks around it dropped. */
  public static double parse(String cell) {
    return parse(cell, '.');
  }

  /** As {@link #parse(char[], int, int, char)}, blanks around it dropped. */
  public static double parse(String cell, char mark) {
    char[] text = Blanks.strip(cell).toCharArray();
    return parse(text, 0, text.length, mark);
  }

  /**
   * The number, correctly rounded, or NaN if the text is not a number, or not a float32 number: the
   * network computes in float32.
   *
   * <p>Few digits without an exponent, as in nearly every cell, are an integer divided by a power
   * of ten; both are exact, so that the quotient is the nearest double (Clinger 1990, How to read
   * floating point numbers accurately).
   *
   * @param text holds the cell
   * @param from its first character
   * @param to after its last
   * @param mark decimal mark
   */
  public static double parse(char[] text, int from, int to, char mark) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (negative || (at < to && text[at] == '+')) {
      at++;
    }
    long digits = 0;
    int count = 0;
    int point = -1;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
        count++;
      } else if (text[at] == mark && point < 0) {
        point = at;
      } else {
        break;
      }
    }
    if (at < to || count == 0 || count >= POWERS.length) {
      return count == 0 ? Double.NaN : general(text, from, to, mark);
    }
    double value = point < 0 ? digits : digits / POWERS[to - point - 1];
    return negative ? -value : value;
  }

  private static double general(char[] text, int from, int to, char mark) {
    char group = mark == '.' ? ',' : '.';
    boolean grouped = false;
    for (int i = from; i < to; i++) {
      char c = text[i];
      grouped |= c == group;
      if ((c < '0' || c > '9')
          && c != mark
          && c != group
          && c != '-'
          && c != '+'
          && c != 'e'
          && c != 'E') {
        return Double.NaN;
      }
    }
    if (grouped) {
      String cell = new String(text, from, to - from);
      return isGrouped(cell, mark)
          ? parse(cell.replace("" + group, "").replace(mark, '.'))
          : Double.NaN;
    }
    try {
      double value =
          mark == '.'
              ? NumberInput.parseDouble(text, from, to - from, true)
              : NumberInput.parseDouble(new String(text, from, to - from).replace(mark, '.'), true);
      return Math.abs(value) <= Float.MAX_VALUE ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Whether a cell that {@link #parse} does not accept is a number that is too large. */
  public static boolean tooLarge(String cell) {
    String text = Blanks.strip(cell);
    if (NON_FINITE.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
      return true;
    }
    return text.matches("[+-]?[0-9.,]+([eE][+-]?[0-9]+)?") && Double.isInfinite(unbounded(text));
  }

  /** The value and what was expected, of a cell that {@link #parse} does not accept. */
  public static String complaint(String cell) {
    String text = Blanks.strip(cell);
    if (NON_FINITE.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
      return shown(text) + " (expected: a finite number)";
    }
    if (DECIMAL_COMMA.matcher(text).matches()) {
      return shown(text) + " (expected: a number with a decimal point)";
    }
    if (Double.isInfinite(unbounded(text))) {
      return shown(text) + " (expected: a number of magnitude at most 3.4e38)";
    }
    return shown(text) + " (expected: a number)";
  }

  /** Infinity for a number too large for float32, NaN for none. */
  private static double unbounded(String text) {
    try {
      double value = Double.parseDouble(text.replace(',', '.'));
      return Math.abs(value) > Float.MAX_VALUE ? Double.POSITIVE_INFINITY : value;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /**
   * The number that a truth value means in a column of numbers: 1 for {@code true}, 0 for {@code
   * false}, NaN for any other text.
   */
  public static double truth(String cell) {
    return switch (cell) {
      case "true" -> 1;
      case "false" -> 0;
      default -> Double.NaN;
    };
  }

  /** A cell in a message. */
  public static String shown(String cell) {
    return cell.isEmpty() ? "empty cell" : Quoted.of(cell);
  }
}
