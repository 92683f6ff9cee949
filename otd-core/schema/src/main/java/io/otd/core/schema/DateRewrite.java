// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A rule that writes dates of another order with the year first: {@code 31.03.2024 18:05} becomes
 * {@code 2024-03-31 18:05}. Its regular expressions are of the common part of Java's syntax and of
 * RE2's, which TensorFlow has.
 *
 * @param form regular expression of a date with its time, with the groups of {@link
 *     DateForm#regex}, but for the order of the first three
 * @param groups of the year, the month and the day
 * @param cell what it rewrites, a whole cell
 * @param replacement what a cell that matches becomes, in RE2's syntax
 */
public record DateRewrite(String form, List<Integer> groups, Pattern cell, String replacement) {
  private static final String SECOND_HALF = "1[3-9]|2[0-9]|3[01]";

  static final DateRewrite DAY_FIRST = of(DateForm.DAY_FIRST);
  static final DateRewrite MONTH_FIRST = of(DateForm.MONTH_FIRST);

  /** Days without separators, with a time of any form. */
  static final List<DateRewrite> COMPACT =
      List.of(
          compact(DateForm.COMPACT_SECONDS, ":\\6"),
          compact(DateForm.COMPACT_MINUTES, ""),
          of(DateForm.COMPACT));

  /**
   * Dates of the orders other than year first that show their order: those without separators,
   * points, which always follow the day, and a number that is no month.
   */
  static final List<DateRewrite> UNAMBIGUOUS =
      Stream.concat(
              COMPACT.stream(),
              Stream.of(
                  of("(0?[1-9]|1[0-2])[.]([0-9]{1,2})[.]([0-9]{4})", 3, 2, 1),
                  of("(%s)[./-]([0-9]{1,2})[./-]([0-9]{4})".formatted(SECOND_HALF), 3, 2, 1),
                  of("([0-9]{1,2})[/-](%s)[/-]([0-9]{4})".formatted(SECOND_HALF), 3, 1, 2)))
          .toList();

  /** Copies the groups. */
  public DateRewrite {
    groups = List.copyOf(groups);
  }

  private static DateRewrite of(DateForm form) {
    return of(form.dayRegex(), form.year(), form.month(), form.day());
  }

  private static DateRewrite of(String day, int year, int month, int dayOfMonth) {
    return new DateRewrite(
        day + DateForm.TIME,
        List.of(year, month, dayOfMonth),
        Pattern.compile("^" + day + "([T ].*)?$"),
        "\\%s-\\%s-\\%s\\4".formatted(year, month, dayOfMonth));
  }

  /** A time without {@code Z} counts as one with it. */
  private static DateRewrite compact(String time, String seconds) {
    String form = DateForm.COMPACT.dayRegex() + time;
    return new DateRewrite(
        form,
        List.of(1, 2, 3),
        Pattern.compile("^" + form + "$"),
        "\\1-\\2-\\3 \\4:\\5%s\\7\\8\\9".formatted(seconds));
  }

  /** The regular expression of a whole cell. */
  public String regex() {
    return cell.pattern();
  }

  /** A cell with the year first; the cell itself if it does not match. */
  String apply(String text) {
    return cell.matcher(text).replaceFirst(replacement.replace('\\', '$'));
  }

  /** A date without separators with them; any other text itself. */
  public static String separated(String text) {
    String date = text;
    for (DateRewrite rule : COMPACT) {
      date = rule.apply(date);
    }
    return date;
  }
}
