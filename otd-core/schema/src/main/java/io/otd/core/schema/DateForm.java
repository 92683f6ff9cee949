// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the dates of a column are written. A time of day may follow each: {@code T} or blanks, hours,
 * minutes, possibly seconds with a fraction, possibly {@code Z}, which is not looked at.
 */
public enum DateForm {
  /** {@code 2024-03-31}, {@code 2024/3/31}; with a time of day as in ISO 8601. */
  YEAR_FIRST("([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})", 1, 2, 3, "%1$04d-%2$02d-%3$02d"),
  /** {@code 31.03.2024}, {@code 31/3/2024}. */
  DAY_FIRST("([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", 3, 2, 1, "%3$02d.%2$02d.%1$04d"),
  /** {@code 03/31/2024}. */
  MONTH_FIRST("([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})", 3, 1, 2, "%2$02d/%3$02d/%1$04d"),
  /** {@code 20240331}. */
  COMPACT("([0-9]{4})([0-9]{2})([0-9]{2})", 1, 2, 3, "%1$04d%2$02d%3$02d");

  /** The group of the hour; those of minute and second follow. */
  public static final int HOUR = 4;

  private final String regex;
  private final Pattern pattern;
  private final int year;
  private final int month;
  private final int day;
  private final String written;

  DateForm(String date, int year, int month, int day, String written) {
    this.regex = date + "(?:[T ]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}(?:\\.[0-9]+)?))?Z?)?";
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
   * @return empty if it is not a date of this form, or the calendar has no such day
   */
  public Optional<CalendarTime> parse(String cell) {
    Matcher found = pattern.matcher(cell);
    if (!found.matches()) {
      return Optional.empty();
    }
    double hour = number(found.group(HOUR));
    double minute = number(found.group(HOUR + 1));
    double second = number(found.group(HOUR + 2));
    if (hour >= 24 || minute >= 60 || second >= 60) {
      return Optional.empty();
    }
    try {
      LocalDate date =
          LocalDate.of(
              (int) number(found.group(year)),
              (int) number(found.group(month)),
              (int) number(found.group(day)));
      return Optional.of(new CalendarTime(date, hour + (minute + second / 60) / 60));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static double number(String group) {
    return group == null ? 0 : Double.parseDouble(group);
  }

  /** A day in this form, without a time of day. */
  public String text(LocalDate date) {
    return String.format(
        Locale.ROOT, written, date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }
}
