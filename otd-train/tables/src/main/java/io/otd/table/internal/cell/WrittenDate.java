// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateRewrite;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private static final String REST = "(?<rest>(?:[T ,:]+[0-9].*)?)";

  private static final List<Pattern> IN_WORDS =
      Stream.of(
              WEEKDAY + MONTH + "[ -]*" + DAY + "[ ,-]+" + YEAR,
              WEEKDAY + DAY + "\\.?[ /-]*(?:of )?" + MONTH + "[ ,/-]*" + YEAR,
              YEAR + "[ -]*" + MONTH + "[ -]*" + DAY)
          .map(form -> Pattern.compile(form + REST, Pattern.CASE_INSENSITIVE))
          .toList();

  private static final Pattern HALF_DAY =
      Pattern.compile(
          "(.*[T ])([0-9]{1,2})(:[0-9:.]*[0-9]) ?([ap])\\.?m\\.?(.*)", Pattern.CASE_INSENSITIVE);

  /** What else stands between the numbers of a date, and what takes its place. */
  private static final Map<Pattern, String> MARKS = marks();

  /** Four digits behind a hyphen may be an offset. */
  private static final Pattern COMPACT_TIME =
      Pattern.compile("[0-9]{8}(?:[T _][0-9]{2}|-[0-9]{6}).*");

  private static final Pattern WHOLE = Pattern.compile("([0-9]{8}|[0-9]{12}|[0-9]{14})\\.0*");

  private WrittenDate() {}

  /** The cell in a form of dates if it is written in another way; else the cell itself. */
  public static String plain(String cell) {
    if (!needsWork(cell)) {
      return cell;
    }
    Matcher whole = WHOLE.matcher(cell);
    if (whole.matches()) {
      return whole.group(1);
    }
    return COMPACT_TIME.matcher(cell).matches()
        ? DateRewrite.separated(cell.replaceFirst("^([0-9]{8})[_-]", "$1 "))
        : inWholeDay(inNumbers(usual(cell)));
  }

  private static Map<Pattern, String> marks() {
    Map<Pattern, String> marks = new LinkedHashMap<>();
    // Of logs: [19/Aug/1998:05:29:32 +0200]
    marks.put(Pattern.compile("^\\[(.*)]$"), "$1");
    // As C and Java print a time: Wed Aug 19 05:29:32 1998
    marks.put(
        Pattern.compile(
            "^(\\p{Alpha}{3} \\p{Alpha}{3} +[0-9]{1,2}) ([0-9:]{8}(?: (?:UTC|GMT))?) ([0-9]{4})$"),
        "$1 $3 $2");
    // 1998. 08. 19., 1998_08_19, 1998\u5e748\u670819\u65e5
    marks.put(
        Pattern.compile(
            "^([0-9]{4})(?:[-/_]|[.] ?|\u5e74)([0-9]{1,2})(?:[-/_]|[.] ?|\u6708)([0-9]{1,2})(?:[.]|\u65e5)?"
                + "(?![0-9])"),
        "$1-$2-$3");
    // 19. 08. 1998
    marks.put(Pattern.compile("^([0-9]{1,2})[.] ([0-9]{1,2})[.] ([0-9]{4})(?![0-9])"), "$1.$2.$3");
    // 1998-08-19-05.29.32, 1998-08-19_05-29-32, 19.08.1998 05.29 Uhr
    String hour = "^([0-9]+[-/.][0-9]+[-/.][0-9]+)[T ,_-]+([0-9]{1,2})[._-]([0-9]{2})";
    marks.put(Pattern.compile(hour + "[._-]([0-9]{2})(?![0-9:])"), "$1 $2:$3:$4");
    marks.put(Pattern.compile(hour + "(?![0-9:._])"), "$1 $2:$3");
    marks.put(Pattern.compile("(:[0-9]{2}) ?(?:Uhr|[hH])$"), "$1");
    // A name beside the offset that it has: 1998-08-19T05:29:32+02:00[Europe/Vienna]
    marks.put(Pattern.compile("([+-][0-9]{2}:?[0-9]{2}) ?\\[[A-Z]\\w+(?:/\\w+)+]$"), "$1");
    return marks;
  }

  private static String usual(String cell) {
    String date = cell;
    for (Map.Entry<Pattern, String> mark : MARKS.entrySet()) {
      date = mark.getKey().matcher(date).replaceFirst(mark.getValue());
    }
    return date;
  }

  /** Rejects nearly all dates and texts at little cost. */
  private static boolean needsWork(String cell) {
    boolean digit = false;
    boolean more = false;
    for (int i = 0; i < cell.length() && i < LONGEST; i++) {
      char c = cell.charAt(i);
      digit |= c >= '0' && c <= '9';
      more |= c == '+' || (Character.isLetter(c) && c != 'T' && c != 'Z');
      // A hyphen after a day, what may follow digits without separators, and points in a time.
      more |= (c == '-' && i >= 8) || (i == 8 && (c == 'T' || c == ' ')) || c == '_';
      more |= c == '.' && (i == 8 || (i >= 12 && i <= 14));
      more |= c == ' ' && i > 0 && cell.charAt(i - 1) == '.';
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
            found.group("rest").replaceFirst("^[T ,:]+", " "));
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
