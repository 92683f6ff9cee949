// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.core.schema.DatePart;

/**
 * The calendar of days since 1970-01-01, {@code [B, 1]} each, float64. Year, month and day follow
 * from the number of the day by Hinnant's algorithm for the Gregorian calendar, in which a year
 * begins in March, so that a leap day is the last one.
 *
 * @param days with the time of the day as a fraction
 * @param hour of the day, with its fraction
 * @param year its number
 * @param month 1 to 12
 */
record OnnxDates(OnnxValue days, OnnxValue hour, OnnxValue year, OnnxValue month) {
  private static final double DAYS_OF_ERA = 146_097;
  private static final double YEARS_OF_ERA = 400;

  /** Days from 0000-03-01 to 1970-01-01. */
  private static final double FIRST_MARCH = 719_468;

  static OnnxDates of(OnnxOps onnx, OnnxValue days) {
    OnnxValue whole = onnx.floor(days);
    OnnxValue hour = onnx.mul(onnx.sub(days, whole), onnx.scalar(24.0));
    OnnxValue shifted = onnx.add(whole, onnx.scalar(FIRST_MARCH));
    OnnxValue era = quotient(onnx, shifted, DAYS_OF_ERA);
    OnnxValue ofEra = onnx.sub(shifted, onnx.mul(era, onnx.scalar(DAYS_OF_ERA)));
    OnnxValue withoutLeapDays =
        onnx.sub(
            onnx.add(onnx.sub(ofEra, quotient(onnx, ofEra, 1460)), quotient(onnx, ofEra, 36_524)),
            quotient(onnx, ofEra, DAYS_OF_ERA - 1));
    OnnxValue yearOfEra = quotient(onnx, withoutLeapDays, 365);
    OnnxValue ofYear = onnx.sub(ofEra, daysOf(onnx, yearOfEra));
    OnnxValue fromMarch =
        quotient(onnx, onnx.add(onnx.mul(ofYear, onnx.scalar(5.0)), onnx.scalar(2.0)), 153);
    OnnxValue afterDecember =
        onnx.cast(onnx.less(onnx.scalar(9.5), fromMarch), OnnxGraph.Type.DOUBLE);
    OnnxValue month =
        onnx.sub(onnx.add(fromMarch, onnx.scalar(3.0)), onnx.mul(afterDecember, onnx.scalar(12.0)));
    OnnxValue year =
        onnx.add(onnx.add(yearOfEra, onnx.mul(era, onnx.scalar(YEARS_OF_ERA))), afterDecember);
    return new OnnxDates(days, hour, year, month);
  }

  /** The number of a part. */
  OnnxValue value(OnnxOps onnx, DatePart part) {
    return switch (part) {
      case DAYS -> days;
      case YEAR -> {
        OnnxValue first = firstDay(onnx, year);
        OnnxValue length = onnx.sub(firstDay(onnx, onnx.add(year, onnx.scalar(1.0))), first);
        yield onnx.add(year, onnx.div(onnx.sub(days, first), length));
      }
      case MONTH -> month;
      case WEEKDAY -> {
        // 1970-01-01 was a Thursday.
        OnnxValue fromMonday = onnx.add(onnx.floor(days), onnx.scalar(3.0));
        OnnxValue weeks = quotient(onnx, fromMonday, 7);
        yield onnx.add(onnx.sub(fromMonday, onnx.mul(weeks, onnx.scalar(7.0))), onnx.scalar(1.0));
      }
      case HOUR -> hour;
    };
  }

  /** The first of January. */
  private static OnnxValue firstDay(OnnxOps onnx, OnnxValue year) {
    OnnxValue before = onnx.sub(year, onnx.scalar(1.0));
    // From 0000-03-01 to the first of January of the next year there are 306 days.
    return onnx.add(daysOf(onnx, before), onnx.scalar(306 - FIRST_MARCH));
  }

  /** Days of a number of years from 0000-03-01. */
  private static OnnxValue daysOf(OnnxOps onnx, OnnxValue years) {
    OnnxValue leapDays =
        onnx.add(
            onnx.sub(quotient(onnx, years, 4), quotient(onnx, years, 100)),
            quotient(onnx, years, 400));
    return onnx.add(onnx.mul(years, onnx.scalar(365.0)), leapDays);
  }

  private static OnnxValue quotient(OnnxOps onnx, OnnxValue x, double by) {
    return onnx.floor(onnx.div(x, onnx.scalar(by)));
  }
}
