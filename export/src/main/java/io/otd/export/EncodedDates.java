// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.export.internal.encoding.EncodedNumber;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TString;

/**
 * The operations that make the network's inputs of a date: what {@link DateInput} does in Java. The
 * texts are parsed by the form's regular expression; the calendar is the Gregorian one.
 *
 * @param column of dates
 */
record EncodedDates(DateInput column) {
  /** Days of a year before each month, of a year without a leap day. */
  private static final double[] BEFORE_MONTH = {
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334
  };

  private static final double[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  /** Leap days before 1970. */
  private static final double LEAP_DAYS = 477;

  /** A date to compute with where the cell is none. */
  private static final int SOME_YEAR = 2000;

  /**
   * The numbers of dates, {@code [B, 1]} each.
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
    Calendar calendar = calendar(tf, cell);
    Operand<TBool> gap = tf.math.equal(cell, tf.constant(""));
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

  private Calendar calendar(Ops tf, Operand<TString> cell) {
    DateForm form = column.form();
    Operand<TString> regex = tf.constant(form.regex());
    Operand<TBool> matches = tf.strings.regexFullMatch(cell, regex);
    Operand<TFloat64> year = group(tf, cell, matches, form.year(), SOME_YEAR);
    Operand<TFloat64> month = group(tf, cell, matches, form.month(), 1);
    Operand<TFloat64> day = group(tf, cell, matches, form.day(), 1);
    Operand<TFloat64> hour = group(tf, cell, matches, DateForm.HOUR, 0);
    Operand<TFloat64> minute = group(tf, cell, matches, DateForm.HOUR + 1, 0);
    Operand<TFloat64> second = group(tf, cell, matches, DateForm.HOUR + 2, 0);
    Operand<TFloat64> leap = leap(tf, year);
    Operand<TFloat64> one = tf.constant(1.0);
    Operand<TFloat64> afterFebruary = indicator(tf, tf.math.greater(month, tf.constant(2.0)));
    Operand<TFloat64> isFebruary = indicator(tf, tf.math.equal(month, tf.constant(2.0)));
    Operand<TInt32> place =
        tf.dtypes.cast(
            tf.math.sub(tf.math.maximum(one, tf.math.minimum(tf.constant(12.0), month)), one),
            TInt32.class);
    Operand<TFloat64> beforeMonth =
        tf.math.add(
            tf.gather(tf.constant(BEFORE_MONTH), place, tf.constant(0)),
            tf.math.mul(afterFebruary, leap));
    Operand<TFloat64> length =
        tf.math.add(
            tf.gather(tf.constant(LENGTHS), place, tf.constant(0)), tf.math.mul(isFebruary, leap));
    Operand<TFloat64> days =
        tf.math.add(daysBefore(tf, year), tf.math.add(beforeMonth, tf.math.sub(day, one)));
    Operand<TBool> valid =
        all(
            tf,
            List.of(
                matches,
                within(tf, month, one, tf.constant(12.0)),
                within(tf, day, one, length),
                tf.math.less(hour, tf.constant(24.0)),
                tf.math.less(minute, tf.constant(60.0)),
                tf.math.less(second, tf.constant(60.0))));
    Operand<TFloat64> sixty = tf.constant(60.0);
    Operand<TFloat64> time =
        tf.math.add(hour, tf.math.div(tf.math.add(minute, tf.math.div(second, sixty)), sixty));
    return new Calendar(year, month, leap, days, time, valid);
  }

  /** The number of a group; 0 for an omitted one, another value if nothing matches. */
  private Operand<TFloat64> group(
      Ops tf, Operand<TString> cell, Operand<TBool> matches, int group, int otherwise) {
    // The leading 0 turns an empty group into a number.
    Operand<TString> digits =
        tf.strings.regexReplace(
            cell, tf.constant("^" + column.form().regex() + "$"), tf.constant("0\\" + group));
    Operand<TString> parsable = tf.select(matches, digits, tf.constant("" + otherwise));
    return tf.strings.toNumber(parsable, TFloat64.class);
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
