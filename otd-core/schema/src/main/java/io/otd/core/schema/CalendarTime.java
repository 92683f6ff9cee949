// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.check.Check;
import java.time.LocalDate;

/**
 * A day of the Gregorian calendar and a time of it, in no time zone.
 *
 * @param date the day
 * @param hour of the day with its fraction, in [0, 24)
 */
public record CalendarTime(LocalDate date, double hour) {
  /** Checks the hour. */
  public CalendarTime {
    Check.that(hour >= 0 && hour < 24, "hour", hour, "in [0, 24)");
  }
}
