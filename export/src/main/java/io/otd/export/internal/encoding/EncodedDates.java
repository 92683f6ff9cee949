// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.DateRewrite;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.ReduceSum;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TString;

/**
 * Encodes a date as the network's inputs, as {@link DateInput} does in Java. Texts are parsed by
 * regular expressions; the calendar is the Gregorian one.
 *
 * @param column of dates
 */
record EncodedDates(DateInput column) {
  private static final double[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  /** Days of a year of 365 days before each month. */
  private static final double[] BEFORE_MONTH = {
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334
  };

  /** 1 for each month that a leap day moves. */
  private static final double[] AFTER_FEBRUARY = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

  /** Leap days before 1970. */
  private static final double LEAP_DAYS = 477;

  /** Mean length of a year: the year that follows from it is at most one off. */
  private static final double DAYS_OF_YEAR = 365.2425;

  private static final double MINUTES_OF_DAY = 24 * 60;

  /** A date to compute with where the cell is none. */
  private static final int SOME_YEAR = 2000;

  /** Groups of {@link DateForm#regex}. */
  private static final int MINUTE = DateForm.HOUR + 1;

  private static final int SECOND = MINUTE + 1;
  private static final int SIGN = SECOND + 1;
  private static final int OFFSET_HOUR = SIGN + 1;
  private static final int OFFSET_MINUTE = OFFSET_HOUR + 1;

  /**
   * The numbers of dates in UTC, {@code [B, 1]} each.
   *
   * @param leap 1 in a leap year, else 0
   * @param days since 1970-01-01, without the time
   */
  private record Calendar(
      Operand<TFloat64> year,
      Operand<TFloat64> month,
      Operand<TFloat64> leap,
      Operand<TFloat64> days,
      Operand<TFloat64> hour,
      Operand<TBool> valid) {}

  /**
   * Adds the operations.
   *
   * @param cell {@code [B, 1]}
   * @return {@code [B, width]}
   */
  Operand<TFloat32> add(Ops tf, Operand<TString> cell) {
    Operand<TString> text = StrippedTexts.of(tf, cell);
    Calendar calendar = calendar(tf, yearFirst(tf, text));
    return encoded(tf, calendar, tf.math.equal(text, tf.constant("")));
  }

  /**
   * Adds the operations for dates that are numbers already.
   *
   * @param days since 1970-01-01 with the time of the day as a fraction, {@code [B, 1]}; NaN for a
   *     missing cell
   * @return {@code [B, width]}
   */
  Operand<TFloat32> addDays(Ops tf, Operand<TFloat64> days) {
    Operand<TFloat64> whole = tf.math.floor(days);
    Operand<TFloat64> hour = tf.math.mul(tf.math.sub(days, whole), tf.constant(24.0));
    Operand<TFloat64> near =
        tf.math.add(
            tf.math.floor(tf.math.div(whole, tf.constant(DAYS_OF_YEAR))), tf.constant(1970.0));
    Operand<TBool> valid = tf.math.logicalNot(tf.math.isInf(days));
    return encoded(tf, of(tf, near, whole, hour, valid), tf.math.isNan(days));
  }

  private Operand<TFloat32> encoded(Ops tf, Calendar calendar, Operand<TBool> gap) {
    List<DateInput.Part> parts = column.parts();
    Operand<TFloat64> values =
        tf.concat(parts.stream().map(p -> value(tf, p.part(), calendar)).toList(), tf.constant(1));
    List<EncodedNumber> numbers = EncodedNumber.of(column);
    Operand<TFloat64> standardized = StandardizedNumbers.of(tf, values, numbers);
    Operand<TFloat64> known = tf.select(calendar.valid(), standardized, tf.constant(Double.NaN));
    Operand<TFloat64> whenMissing = StandardizedNumbers.whenMissing(tf, numbers);
    Operand<TFloat32> encoded = tf.dtypes.cast(tf.select(gap, whenMissing, known), TFloat32.class);
    return column.indicated()
        ? tf.concat(List.of(encoded, tf.dtypes.cast(gap, TFloat32.class)), tf.constant(1))
        : encoded;
  }

  private Operand<TFloat64> value(Ops tf, DatePart part, Calendar calendar) {
    Operand<TFloat64> dayShare = tf.math.div(calendar.hour(), tf.constant(24.0));
    return switch (part) {
      case DAYS -> tf.math.add(calendar.days(), dayShare);
      case YEAR -> {
        Operand<TFloat64> passed =
            tf.math.add(tf.math.sub(calendar.days(), daysBefore(tf, calendar.year())), dayShare);
        Operand<TFloat64> length = tf.math.add(calendar.leap(), tf.constant(365.0));
        yield tf.math.add(calendar.year(), tf.math.div(passed, length));
      }
      case MONTH -> calendar.month();
      // 1970-01-01 was a Thursday.
      case WEEKDAY ->
          tf.math.add(
              tf.math.floorMod(tf.math.add(calendar.days(), tf.constant(3.0)), tf.constant(7.0)),
              tf.constant(1.0));
      case HOUR -> calendar.hour();
    };
  }

  /** Dates of other orders, year first; other cells unchanged. */
  private Operand<TString> yearFirst(Ops tf, Operand<TString> cell) {
    Operand<TString> text = cell;
    for (DateRewrite rule : column.rewrites()) {
      text =
          tf.strings.regexReplace(text, tf.constant(rule.regex()), tf.constant(rule.replacement()));
    }
    return text;
  }

  private static Calendar calendar(Ops tf, Operand<TString> cell) {
    RegexGroups groups = new RegexGroups(tf, cell, DateForm.YEAR_FIRST.regex());
    Operand<TFloat64> year = groups.number(DateForm.YEAR_FIRST.year(), SOME_YEAR);
    Operand<TFloat64> month = groups.number(DateForm.YEAR_FIRST.month(), 1);
    Operand<TFloat64> day = groups.number(DateForm.YEAR_FIRST.day(), 1);
    Operand<TFloat64> hour = groups.number(DateForm.HOUR, 0);
    Operand<TFloat64> minute = groups.number(MINUTE, 0);
    Operand<TFloat64> second = groups.decimal(SECOND, 0);
    Operand<TFloat64> one = tf.constant(1.0);
    Operand<TFloat64> sixty = tf.constant(60.0);
    Operand<TBool> valid =
        all(
            tf,
            List.of(
                groups.matches(),
                tf.math.greaterEqual(year, one),
                within(tf, month, one, tf.constant(12.0)),
                within(tf, day, one, length(tf, year, month)),
                tf.math.less(hour, tf.constant(24.0)),
                tf.math.less(minute, sixty),
                tf.math.less(second, sixty)));
    Operand<TFloat64> offset =
        tf.math.add(
            tf.math.mul(groups.signed(SIGN, OFFSET_HOUR), sixty),
            groups.signed(SIGN, OFFSET_MINUTE));
    Operand<TFloat64> minutes = tf.math.sub(tf.math.add(tf.math.mul(hour, sixty), minute), offset);
    Operand<TFloat64> shift = tf.math.floor(tf.math.div(minutes, tf.constant(MINUTES_OF_DAY)));
    Operand<TFloat64> days = tf.math.add(days(tf, year, month, day), shift);
    Operand<TFloat64> ofDay = tf.math.sub(minutes, tf.math.mul(shift, tf.constant(MINUTES_OF_DAY)));
    Operand<TFloat64> whole = tf.math.floor(tf.math.div(ofDay, sixty));
    Operand<TFloat64> rest =
        tf.math.add(tf.math.sub(ofDay, tf.math.mul(whole, sixty)), tf.math.div(second, sixty));
    return of(tf, year, days, tf.math.add(whole, tf.math.div(rest, sixty)), valid);
  }

  /** The calendar of days, whose year is {@code near}, or the year before or after it. */
  private static Calendar of(
      Ops tf,
      Operand<TFloat64> near,
      Operand<TFloat64> days,
      Operand<TFloat64> hour,
      Operand<TBool> valid) {
    Operand<TFloat64> one = tf.constant(1.0);
    Operand<TFloat64> next = tf.math.add(near, one);
    Operand<TFloat64> before = indicator(tf, tf.math.less(days, daysBefore(tf, near)));
    Operand<TFloat64> after = indicator(tf, tf.math.greaterEqual(days, daysBefore(tf, next)));
    Operand<TFloat64> year = tf.math.add(tf.math.sub(near, before), after);
    Operand<TFloat64> leap = leap(tf, year);
    Operand<TFloat64> ofYear = tf.math.sub(days, daysBefore(tf, year));
    Operand<TFloat64> month =
        tf.reduceSum(
            indicator(
                tf,
                tf.math.greaterEqual(
                    ofYear,
                    tf.math.add(
                        tf.constant(BEFORE_MONTH),
                        tf.math.mul(tf.constant(AFTER_FEBRUARY), leap)))),
            tf.constant(1),
            ReduceSum.keepDims(true));
    Operand<TBool> inRange = within(tf, year, one, tf.constant((double) DateForm.LAST_YEAR));
    return new Calendar(year, month, leap, days, hour, tf.math.logicalAnd(valid, inRange));
  }

  private static Operand<TInt32> place(Ops tf, Operand<TFloat64> month) {
    Operand<TFloat64> one = tf.constant(1.0);
    return tf.dtypes.cast(
        tf.math.sub(tf.math.maximum(one, tf.math.minimum(tf.constant(12.0), month)), one),
        TInt32.class);
  }

  /** Days of a month. */
  private static Operand<TFloat64> length(Ops tf, Operand<TFloat64> year, Operand<TFloat64> month) {
    Operand<TFloat64> isFebruary = indicator(tf, tf.math.equal(month, tf.constant(2.0)));
    return tf.math.add(
        tf.gather(tf.constant(LENGTHS), place(tf, month), tf.constant(0)),
        tf.math.mul(isFebruary, leap(tf, year)));
  }

  /** Days from 1970-01-01 to a day. */
  private static Operand<TFloat64> days(
      Ops tf, Operand<TFloat64> year, Operand<TFloat64> month, Operand<TFloat64> day) {
    Operand<TFloat64> afterFebruary = indicator(tf, tf.math.greater(month, tf.constant(2.0)));
    Operand<TFloat64> beforeMonth =
        tf.math.add(
            tf.gather(tf.constant(BEFORE_MONTH), place(tf, month), tf.constant(0)),
            tf.math.mul(afterFebruary, leap(tf, year)));
    return tf.math.add(
        daysBefore(tf, year), tf.math.add(beforeMonth, tf.math.sub(day, tf.constant(1.0))));
  }

  private static Operand<TFloat64> leap(Ops tf, Operand<TFloat64> year) {
    Operand<TFloat64> fourth = divides(tf, year, 4);
    Operand<TFloat64> hundredth = divides(tf, year, 100);
    return tf.math.add(tf.math.sub(fourth, hundredth), divides(tf, year, 400));
  }

  private static Operand<TFloat64> divides(Ops tf, Operand<TFloat64> year, double by) {
    return indicator(tf, tf.math.equal(tf.math.floorMod(year, tf.constant(by)), tf.constant(0.0)));
  }

  /** Days from 1970-01-01 to the first day of a year. */
  private static Operand<TFloat64> daysBefore(Ops tf, Operand<TFloat64> year) {
    Operand<TFloat64> last = tf.math.sub(year, tf.constant(1.0));
    Operand<TFloat64> leapDays =
        tf.math.add(tf.math.sub(whole(tf, last, 4), whole(tf, last, 100)), whole(tf, last, 400));
    return tf.math.add(
        tf.math.mul(tf.math.sub(year, tf.constant(1970.0)), tf.constant(365.0)),
        tf.math.sub(leapDays, tf.constant(LEAP_DAYS)));
  }

  private static Operand<TFloat64> whole(Ops tf, Operand<TFloat64> year, double by) {
    return tf.math.floor(tf.math.div(year, tf.constant(by)));
  }

  private static Operand<TFloat64> indicator(Ops tf, Operand<TBool> condition) {
    return tf.dtypes.cast(condition, TFloat64.class);
  }

  private static Operand<TBool> within(
      Ops tf, Operand<TFloat64> value, Operand<TFloat64> least, Operand<TFloat64> most) {
    return tf.math.logicalAnd(tf.math.greaterEqual(value, least), tf.math.lessEqual(value, most));
  }

  private static Operand<TBool> all(Ops tf, List<Operand<TBool>> conditions) {
    return conditions.stream().reduce(tf.math::logicalAnd).orElseThrow();
  }
}
