// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import io.otd.core.internal.text.NumberText;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Places of an axis that carry a label.
 *
 * @param at the places, rising
 * @param labels one for each
 */
record Ticks(double[] at, List<String> labels) {
  private static final double[] STEPS = {1, 2, 5};
  private static final double[] WHOLE = {1};
  private static final int DIGITS = 6;

  private static final int LONGEST_DAYS = 14;
  private static final int[] HOURS = {1, 2, 3, 6, 12};
  private static final int HOURS_OF_DAY = 24;

  /** Of a day and the space behind it. */
  private static final int DATE_LETTERS = 11;

  private static final double DAYS_OF_YEAR = 365.25;

  /** What is left of 0 after steps that have no exact double. */
  private static final double NOTHING = 1e-12;

  /** From here on, there may not be room for all zeros. */
  private static final double LONG = 1e6;

  /**
   * Multiples of 1, 2 or 5 times a power of ten.
   *
   * @param max of the axis, greater than {@code min}
   * @param most labels there is room for, at least 2
   */
  static Ticks linear(double min, double max, int most) {
    if (!(max > min) || !Double.isFinite(max - min)) {
      throw new IllegalArgumentException(
          "ticks: from " + min + " to " + max + " (expected: rising, finite)");
    }
    double raw = (max - min) / most;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double size = raw / power;
    double step = power * (size > 7.5 ? 10 : size > 3.5 ? 5 : size > 1.5 ? 2 : 1);
    List<Double> at = new ArrayList<>();
    double slack = 1e-9 * (max - min);
    for (long i = (long) Math.ceil((min - slack) / step); i * step <= max + slack; i++) {
      at.add(i * step);
    }
    // One notation on an axis: not 800000 beside 1e6.
    boolean powers = at.stream().anyMatch(value -> label(value).contains("e"));
    return new Ticks(
        at.stream().mapToDouble(Double::doubleValue).toArray(),
        at.stream().map(value -> powers ? label(value, DIGITS, 0) : label(value)).toList());
  }

  /**
   * Powers of ten, with their double and fivefold where the axis has few of them.
   *
   * @param min of the axis, greater than 0
   * @param max of the axis, greater than {@code min}
   * @param most labels there is room for, at least 2
   */
  static Ticks logarithmic(double min, double max, int most) {
    if (!(min > 0) || !(max > min) || Double.isInfinite(max)) {
      throw new IllegalArgumentException(
          "ticks: from " + min + " to " + max + " (expected: rising, above 0, finite)");
    }
    int low = (int) Math.floor(Math.log10(min));
    int high = (int) Math.ceil(Math.log10(max));
    double decades = Math.log10(max / min);
    List<Double> at = new ArrayList<>();
    int every = Math.max(1, (int) Math.ceil(decades / most));
    for (int e = low; e <= high; e++) {
      for (double s : 3 * decades <= most ? STEPS : WHOLE) {
        double value = s * Math.pow(10, e);
        if (Math.floorMod(e, every) == 0 && within(value, min, max)) {
          at.add(value);
        }
      }
    }
    return at.size() < 3 && decades < 1.5 ? linear(min, max, most) : labelled(at);
  }

  /**
   * The first days of years or months, days, or hours.
   *
   * @param min of the axis, days since 1970-01-01
   * @param max of the axis, greater than {@code min}
   * @param most labels there is room for, at least 2
   */
  static Ticks dates(double min, double max, int most) {
    double days = (max - min) / most;
    if (max - min < 2) {
      return hours(min, max, most);
    }
    LocalDate first = LocalDate.ofEpochDay((long) Math.ceil(min));
    LocalDate last = LocalDate.ofEpochDay((long) Math.floor(max));
    if (days <= LONGEST_DAYS) {
      int every = days <= 1 ? 1 : days <= 2 ? 2 : days <= 7 ? 7 : LONGEST_DAYS;
      return dates(first.datesUntil(last.plusDays(1), Period.ofDays(every)), "yyyy-MM-dd");
    }
    if (days <= DAYS_OF_YEAR / 2) {
      int every = days <= 31 ? 1 : days <= 62 ? 2 : days <= 92 ? 3 : 6;
      return dates(
          months(first, last).filter(month -> (month.getMonthValue() - 1) % every == 0), "yyyy-MM");
    }
    double years = days / DAYS_OF_YEAR;
    double power = Math.pow(10, Math.max(0, Math.floor(Math.log10(years))));
    double size = years / power;
    int every = (int) (power * (size <= 1 ? 1 : size <= 2 ? 2 : size <= 5 ? 5 : 10));
    return dates(
        months(first, last).filter(m -> m.getMonthValue() == 1 && m.getYear() % every == 0),
        "yyyy");
  }

  /** Full hours; a midnight has its day. */
  private static Ticks hours(double min, double max, int most) {
    double hours = HOURS_OF_DAY * (max - min) / most;
    int every = Arrays.stream(HOURS).filter(h -> h >= hours).findFirst().orElse(HOURS_OF_DAY);
    List<Double> at = new ArrayList<>();
    for (long h = (long) Math.ceil(HOURS_OF_DAY * min / every);
        h * every <= HOURS_OF_DAY * max;
        h++) {
      at.add((double) h * every / HOURS_OF_DAY);
    }
    return new Ticks(
        at.stream().mapToDouble(Double::doubleValue).toArray(),
        at.stream().map(d -> d == Math.rint(d) ? day(d) : day(d).substring(DATE_LETTERS)).toList());
  }

  /** A day, with the time unless it is midnight. */
  static String day(double days) {
    LocalDateTime time =
        LocalDate.EPOCH.atStartOfDay().plusMinutes(Math.round(days * HOURS_OF_DAY * 60));
    String day = time.toLocalDate().toString();
    return time.toLocalTime().equals(LocalTime.MIDNIGHT) ? day : day + " " + time.toLocalTime();
  }

  /** The first days of the months between two days. */
  private static Stream<LocalDate> months(LocalDate first, LocalDate last) {
    LocalDate month = first.getDayOfMonth() == 1 ? first : first.withDayOfMonth(1).plusMonths(1);
    return month.isAfter(last)
        ? Stream.empty()
        : month.datesUntil(last.plusDays(1), Period.ofMonths(1));
  }

  private static Ticks dates(Stream<LocalDate> days, String pattern) {
    DateTimeFormatter form = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    List<LocalDate> at = days.toList();
    return new Ticks(
        at.stream().mapToDouble(LocalDate::toEpochDay).toArray(),
        at.stream().map(form::format).toList());
  }

  private static boolean within(double value, double min, double max) {
    return value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9);
  }

  /** Given places. */
  static Ticks of(double[] at) {
    return labelled(Arrays.stream(at).boxed().toList());
  }

  private static Ticks labelled(List<Double> at) {
    return new Ticks(
        at.stream().mapToDouble(Double::doubleValue).toArray(),
        at.stream().map(Ticks::label).toList());
  }

  /** A number in its shortest form, with a true minus sign. */
  static String label(double value) {
    return label(value, DIGITS);
  }

  /** The same with at most so many significant digits. */
  static String label(double value, int digits) {
    return label(value, digits, LONG);
  }

  /**
   * The same.
   *
   * @param scientificFrom the size from which on a power of ten may replace zeros
   */
  private static String label(double value, int digits, double scientificFrom) {
    double size = Math.abs(value);
    if (size < NOTHING) {
      return "0";
    }
    String plain = NumberText.of(value, digits);
    String scientific = NumberText.scientific(value, digits);
    return (size >= scientificFrom && scientific.length() < plain.length() ? scientific : plain)
        .replace('-', '\u2212');
  }
}
