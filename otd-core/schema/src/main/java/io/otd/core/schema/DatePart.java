// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A number derived from a date. */
@SuppressWarnings("ImmutableEnumChecker") // stateless functions
public enum DatePart {
  /** Days since 1970-01-01, with the time of the day as a fraction. */
  DAYS(time -> time.date().toEpochDay() + time.hour() / 24),
  /** The year, with what has passed of it as a fraction. */
  YEAR(DatePart::year),
  /** The month, 1 to 12. */
  MONTH(time -> time.date().getMonthValue()),
  /** The day of the week, 1 for Monday to 7 for Sunday. */
  WEEKDAY(time -> time.date().getDayOfWeek().getValue()),
  /** The hour of the day, 0 to 24, with its fraction. */
  HOUR(CalendarTime::hour);

  private final ToDoubleFunction<CalendarTime> number;

  DatePart(ToDoubleFunction<CalendarTime> number) {
    this.number = number;
  }

  private static double year(CalendarTime time) {
    double passed = time.date().getDayOfYear() - 1 + time.hour() / 24;
    return time.date().getYear() + passed / time.date().lengthOfYear();
  }

  /** The number for a date. */
  public double of(CalendarTime time) {
    return number.applyAsDouble(time);
  }

  /** In lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
