// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the dates of a column are written, years 0001 to 9999. A time of day may follow each: {@code
 * T} or blanks, hours, minutes, possibly seconds with a fraction after a point or a comma, possibly
 * {@code Z} or an offset from UTC such as {@code +02:00}, {@code +0200} or {@code +02}; {@code UTC}
 * and {@code GMT} are {@code Z}. A time with an offset is converted to UTC; one without is taken as
 * it stands.
 */
public enum DateForm {
  /** {@code 2024-03-31}, {@code 2024/3/31}, {@code 2024.3.31}; with a time as in ISO 8601. */
  YEAR_FIRST("([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})", 1, 2, 3, "%1$04d-%2$02d-%3$02d"),
  /** {@code 31.03.2024}, {@code 31/3/2024}. */
  DAY_FIRST("([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", 3, 2, 1, "%3$02d.%2$02d.%1$04d"),
  /** {@code 03/31/2024}. */
  MONTH_FIRST("([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})", 3, 1, 2, "%2$02d/%3$02d/%1$04d"),
  /**
   * {@code 20240331}; the time may be as compact: {@code 20240331180530}, {@code 20240331T1805}.
   */
  COMPACT("([0-9]{4})([0-9]{2})([0-9]{2})", 1, 2, 3, "%1$04d%2$02d%3$02d");

  private static final String SECONDS = "([0-9]{2}(?:[.,][0-9]+)?)";
  private static final String ZONE =
      "(?: ?(?:Z|UTC|GMT|([+-])([01][0-9]|2[0-3])(?::?([0-5][0-9]))?))?";

  /** What may follow a day, as {@link #regex}. */
  public static final String TIME =
      "(?:[T ]+([0-9]{1,2}):([0-9]{2})(?::" + SECONDS + ")?" + ZONE + ")?";

  /** A time of six digits behind a compact day, with the groups of {@link #TIME}. */
  static final String COMPACT_SECONDS = "[T ]*([0-9]{2})([0-9]{2})" + SECONDS + ZONE;

  /** A time of four digits behind a compact day, with the groups of {@link #TIME}. */
  static final String COMPACT_MINUTES = "[T ]*([0-9]{2})([0-9]{2})()" + ZONE;

  private static final List<Pattern> COMPACT_TIMES =
      Stream.of(COMPACT_SECONDS, COMPACT_MINUTES)
          .map(time -> Pattern.compile(COMPACT.dayRegex + time))
          .toList();

  /**
   * The group of the hour; those of minute and second follow, and of the sign, hours and minutes of
   * the offset.
   */
  public static final int HOUR = 4;

  /** The greatest year. */
  public static final int LAST_YEAR = 9999;

  private static final int SIGN = HOUR + 3;
  private static final int MINUTES_OF_DAY = 24 * 60;

  private final String dayRegex;
  private final String regex;
  private final Pattern pattern;
  private final int year;
  private final int month;
  private final int day;
  private final String written;

  DateForm(String date, int year, int month, int day, String written) {
    this.dayRegex = date;
    this.regex = date + TIME;
    this.pattern = Pattern.compile(regex);
    this.year = year;
    this.month = month;
    this.day = day;
    this.written = written;
  }

  /**
   * The form as a regular expression of a whole cell, in the common part of Java's syntax and of
   * RE2's, which TensorFlow has.
   */
  public String regex() {
    return regex;
  }

  /** The part of {@link #regex} for the day, with the groups of year, month and day. */
  public String dayRegex() {
    return dayRegex;
  }

  /** The group of the year. */
  public int year() {
    return year;
  }

  /** The group of the month. */
  public int month() {
    return month;
  }

  /** The group of the day. */
  public int day() {
    return day;
  }

  /**
   * Reads a cell.
   *
   * @return empty if it is not a date of this form, the calendar has no such day, or UTC has it in
   *     another year than 0001 to 9999
   */
  public Optional<CalendarTime> parse(String cell) {
    return matched(cell).flatMap(this::time);
  }

  private Optional<Matcher> matched(String cell) {
    Matcher found = pattern.matcher(cell);
    if (found.matches()) {
      return Optional.of(found);
    }
    return this == COMPACT
        ? COMPACT_TIMES.stream()
            .map(time -> time.matcher(cell))
            .filter(Matcher::matches)
            .findFirst()
        : Optional.empty();
  }

  private Optional<CalendarTime> time(Matcher found) {
    int hour = (int) number(found.group(HOUR));
    int minute = (int) number(found.group(HOUR + 1));
    double second = number(found.group(HOUR + 2));
    int givenYear = (int) number(found.group(year));
    if (hour >= 24 || minute >= 60 || second >= 60 || givenYear == 0) {
      return Optional.empty();
    }
    int offset = 60 * (int) number(found.group(SIGN + 1)) + (int) number(found.group(SIGN + 2));
    int minutes = 60 * hour + minute - ("-".equals(found.group(SIGN)) ? -offset : offset);
    int ofDay = Math.floorMod(minutes, MINUTES_OF_DAY);
    int wholeHours = ofDay / 60;
    try {
      LocalDate date =
          LocalDate.of(givenYear, (int) number(found.group(month)), (int) number(found.group(day)));
      LocalDate utc = date.plusDays(Math.floorDiv(minutes, MINUTES_OF_DAY));
      return utc.getYear() < 1 || utc.getYear() > LAST_YEAR
          ? Optional.empty()
          : Optional.of(new CalendarTime(utc, wholeHours + (ofDay % 60 + second / 60) / 60));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static double number(String group) {
    return group == null || group.isEmpty() ? 0 : Double.parseDouble(group.replace(',', '.'));
  }

  /** A day in this form, without a time of day. */
  public String text(LocalDate date) {
    return String.format(
        Locale.ROOT, written, date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }
}
