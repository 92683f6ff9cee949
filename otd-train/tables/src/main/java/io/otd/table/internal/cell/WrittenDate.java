// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.core.schema.DateForm;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Dates as people and programs write them, rewritten in a {@link DateForm}: {@code Jun 12 1998} is
 * {@code 1998-06-12}, and {@code 6:05 PM} is {@code 18:05}.
 */
public final class WrittenDate {
  private static final int LONGEST = 50;
  private static final List<String> MONTHS =
      List.of(
          ("jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? "
                  + "aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?")
              .split(" "));

  private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")\\.?";
  private static final String DAY = "(?<day>[0-9]{1,2})(?:st|nd|rd|th)?";
  private static final String YEAR = "(?<year>[0-9]{4})";
  private static final String WEEKDAY =
      "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,? +)?";
  private static final String REST = "(?<rest>(?:[T ,]+[0-9].*)?)";

  private static final List<Pattern> IN_WORDS =
      Stream.of(
              WEEKDAY + MONTH + "[ -]*" + DAY + "[ ,-]+" + YEAR,
              WEEKDAY + DAY + "\\.?[ -]*(?:of )?" + MONTH + "[ ,-]*" + YEAR,
              YEAR + "[ -]*" + MONTH + "[ -]*" + DAY)
          .map(form -> Pattern.compile(form + REST, Pattern.CASE_INSENSITIVE))
          .toList();

  private static final Pattern HALF_DAY =
      Pattern.compile(
          "(.*[T ])([0-9]{1,2})(:[0-9:.]*[0-9]) ?([ap])\\.?m\\.?(.*)", Pattern.CASE_INSENSITIVE);

  private static final Pattern WHOLE = Pattern.compile("([0-9]{8})\\.0*");

  private WrittenDate() {}

  /** The cell in a form of dates if it is written in another way; else the cell itself. */
  public static String plain(String cell) {
    if (!needsWork(cell)) {
      return cell;
    }
    Matcher whole = WHOLE.matcher(cell);
    return whole.matches() ? whole.group(1) : inWholeDay(inNumbers(cell));
  }

  /** Rejects nearly all dates and texts at little cost. */
  private static boolean needsWork(String cell) {
    boolean digit = false;
    boolean more = false;
    for (int i = 0; i < cell.length() && i < LONGEST; i++) {
      char c = cell.charAt(i);
      digit |= c >= '0' && c <= '9';
      more |= c == '+' || (Character.isLetter(c) && c != 'T' && c != 'Z');
      // A hyphen after a time, and a point after eight digits.
      more |= (c == '-' && i > 10) || (c == '.' && i == 8);
    }
    return digit && more && cell.length() <= LONGEST;
  }

  private static String inNumbers(String cell) {
    for (Pattern form : IN_WORDS) {
      Matcher found = form.matcher(cell);
      if (found.matches()) {
        return String.format(
            Locale.ROOT,
            "%s-%02d-%02d%s",
            found.group("year"),
            month(found.group("month")),
            Integer.parseInt(found.group("day")),
            found.group("rest").replaceFirst("^[T ,]+", " "));
      }
    }
    return cell;
  }

  private static int month(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    int month = 0;
    while (!lower.matches(MONTHS.get(month))) {
      month++;
    }
    return month + 1;
  }

  private static String inWholeDay(String cell) {
    Matcher found = HALF_DAY.matcher(cell);
    if (!found.matches()) {
      return cell;
    }
    int hour = Integer.parseInt(found.group(2));
    if (hour < 1 || hour > 12) {
      return cell;
    }
    boolean afternoon = found.group(4).equalsIgnoreCase("p");
    int whole = hour % 12 + (afternoon ? 12 : 0);
    return String.format(
        Locale.ROOT, "%s%02d%s%s", found.group(1), whole, found.group(3), found.group(5));
  }
}
