// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule that writes dates of another order with the year first: {@code 31.03.2024 18:05} becomes
 * {@code 2024-03-31 18:05}. Its regular expressions are of the common part of Java's syntax and of
 * RE2's, which TensorFlow has.
 *
 * @param day regular expression of a day, with three groups
 * @param groups of the year, the month and the day
 * @param cell the day with anything after it
 */
public record DateRewrite(String day, List<Integer> groups, Pattern cell) {
  private static final int TIME = 4;
  private static final String SECOND_HALF = "1[3-9]|2[0-9]|3[01]";

  static final DateRewrite DAY_FIRST = of(DateForm.DAY_FIRST);
  static final DateRewrite MONTH_FIRST = of(DateForm.MONTH_FIRST);
  static final DateRewrite COMPACT = of(DateForm.COMPACT);

  /**
   * Dates of the orders other than year first that show their order: eight digits, points, which
   * always follow the day, and a number that is no month.
   */
  static final List<DateRewrite> UNAMBIGUOUS =
      List.of(
          COMPACT,
          of("(0?[1-9]|1[0-2])[.]([0-9]{1,2})[.]([0-9]{4})", 3, 2, 1),
          of("(%s)[./-]([0-9]{1,2})[./-]([0-9]{4})".formatted(SECOND_HALF), 3, 2, 1),
          of("([0-9]{1,2})[/-](%s)[/-]([0-9]{4})".formatted(SECOND_HALF), 3, 1, 2));

  /** Copies the groups. */
  public DateRewrite {
    groups = List.copyOf(groups);
  }

  private static DateRewrite of(DateForm form) {
    return of(form.dayRegex(), form.year(), form.month(), form.day());
  }

  private static DateRewrite of(String day, int year, int month, int dayOfMonth) {
    return new DateRewrite(
        day, List.of(year, month, dayOfMonth), Pattern.compile("^" + day + "([T ].*)?$"));
  }

  /** The regular expression of a whole cell. */
  public String regex() {
    return cell.pattern();
  }

  /** What a cell that matches becomes, in RE2's syntax. */
  public String replacement() {
    return "\\%s-\\%s-\\%s\\%s".formatted(groups.get(0), groups.get(1), groups.get(2), TIME);
  }

  /** A cell with the year first; the cell itself if it does not match. */
  String apply(String text) {
    Matcher found = cell.matcher(text);
    if (!found.matches()) {
      return text;
    }
    String time = found.group(TIME);
    return "%s-%s-%s%s"
        .formatted(
            found.group(groups.get(0)),
            found.group(groups.get(1)),
            found.group(groups.get(2)),
            time == null ? "" : time);
  }
}
