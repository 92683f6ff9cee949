// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.core.internal.cell.Blanks;
import io.otd.core.internal.cell.NumberWithUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as people write them, where {@link NumberCell} does not read them: {@code 12.5%}, {@code
 * $1,234.00}, {@code 1 234,5}, {@code 12,34,676}, {@code (3,395.93)} and {@code 3.40-} for negative
 * ones, {@code 5.-} without cents, the minus sign of typography, {@code 1.5D+03} of Fortran, and
 * {@code ="27.5"} and {@code '27.5} of spreadsheets. A currency or a percent sign is a unit; the
 * number is as written.
 *
 * @param mark decimal mark
 * @param thousands whether the other mark separates thousands even where it could be a decimal
 *     mark: {@code 1,234} is 1234
 */
public record NumberNotation(char mark, boolean thousands) {
  private static final int LONGEST = 40;
  private static final String BLANK = "[ \u00a0\u2007\u2009\u202f]";
  private static final Pattern BLANKS = Pattern.compile(BLANK + "|['\u2019]");
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([-+]?)(?:B*(U)B*)?([-+]?)([0-9.,][0-9.,'B]*(?:[eE][-+]?[0-9]+)?)B*(U|%)?B*(-{0,2})"
              .replace("U", NumberWithUnit.CURRENCY)
              .replace("'B", "'\u2019 \u00a0\u2007\u2009\u202f")
              .replace("B", BLANK));

  private static final Pattern GROUPS =
      Pattern.compile(
          "[1-9][0-9]{0,2}(B)[0-9]{3}(?:\\1[0-9]{3})*(?:[.,][0-9]*)?"
              .replace("B", "['\u2019 \u00a0\u2007\u2009\u202f]"));

  private static final Pattern INDIAN_GROUPS =
      Pattern.compile("[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}(?:[.][0-9]*)?");

  /** How spreadsheets mark a text; a zero in front makes it a code. */
  private static final Pattern MARKED =
      Pattern.compile("'(?!0[0-9])([^']+)|=\"(?!0[0-9])([^\"]+)\"");

  private static final Pattern NO_CENTS = Pattern.compile("[0-9].*[.,]");
  private static final Pattern ONE_GROUP = Pattern.compile("[1-9][0-9]{0,2}[.,][0-9]{3}");
  private static final Pattern FORTRAN =
      Pattern.compile("^([-+]?[0-9]*\\.[0-9]*)D([-+][0-9]{1,3})$");
  private static final Pattern MINUS = Pattern.compile("[\u2010-\u2013\u2212\ufe63\uff0d]");

  /**
   * Reads a cell.
   *
   * @return a number that float32 holds, with its unit or without; empty if the cell is no number
   *     in this notation
   */
  public Optional<NumberWithUnit> read(String cell) {
    if (!mayBeNumber(cell)) {
      return Optional.empty();
    }
    String text = MINUS.matcher(unmarked(Blanks.strip(cell))).replaceAll("-");
    text = FORTRAN.matcher(text).replaceFirst("$1E$2");
    boolean negative = text.startsWith("(") && text.endsWith(")");
    Matcher found =
        WRITTEN.matcher(negative ? Blanks.strip(text.substring(1, text.length() - 1)) : text);
    if (!found.matches()) {
      return Optional.empty();
    }
    String digits = Blanks.strip(found.group(4));
    // No cents, not a negative number: 5.- and 5,--
    boolean noCents = !found.group(6).isEmpty() && NO_CENTS.matcher(digits).matches();
    String sign = found.group(1) + found.group(3) + (noCents ? "" : found.group(6));
    String before = found.group(2) == null ? "" : found.group(2);
    String unit = before + (found.group(5) == null ? "" : found.group(5));
    if (sign.length() + (negative ? 1 : 0) > 1 || !NumberWithUnit.isUnit(before, unit)) {
      return Optional.empty();
    }
    double value = digits(noCents ? withoutMark(digits) : digits);
    return Double.isNaN(value)
        ? Optional.empty()
        : Optional.of(new NumberWithUnit(negative || sign.equals("-") ? -value : value, unit));
  }

  /**
   * A number without the mark at its end, unless there are others in front: then it says that they
   * separate thousands.
   */
  private static String withoutMark(String digits) {
    String whole = digits.substring(0, digits.length() - 1);
    return whole.indexOf('.') < 0 && whole.indexOf(',') < 0 ? whole : digits;
  }

  private static String unmarked(String cell) {
    Matcher found = MARKED.matcher(cell);
    if (!found.matches()) {
      return cell;
    }
    return Blanks.strip(found.group(1) == null ? found.group(2) : found.group(1));
  }

  /** Whether a cell is a number with the other decimal mark alone. */
  public boolean isOther(String cell) {
    return read(cell).isEmpty()
        && new NumberNotation(mark == '.' ? ',' : '.', false).read(cell).isPresent();
  }

  /** The number of a cell without its unit and blanks, as far as it has one; else the cell. */
  public static String bare(String cell) {
    Matcher found = WRITTEN.matcher(cell);
    return mayBeNumber(cell) && found.matches()
        ? BLANKS.matcher(found.group(4)).replaceAll("")
        : cell;
  }

  /** Rejects nearly all texts at little cost. */
  private static boolean mayBeNumber(String cell) {
    boolean digit = false;
    for (int i = 0; i < cell.length() && i < LONGEST; i++) {
      char c = cell.charAt(i);
      if (c >= 'a' && c <= 'z' && c != 'e') {
        return false;
      }
      digit |= c >= '0' && c <= '9';
    }
    return digit && cell.length() <= LONGEST;
  }

  private double digits(String text) {
    String plain = text;
    Matcher groups = GROUPS.matcher(text);
    if (groups.matches()) {
      plain = text.replace(groups.group(1), "");
    } else if (mark == '.' && INDIAN_GROUPS.matcher(text).matches()) {
      plain = text.replace(",", "");
    } else if (thousands && ONE_GROUP.matcher(text).matches() && text.indexOf(mark) < 0) {
      plain = text.replace(".", "").replace(",", "");
    }
    return NumberCell.parse(plain, mark);
  }
}
