// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Places of an axis that carry a label.
 *
 * @param at the places, rising
 * @param labels one for each
 */
record Ticks(double[] at, List<String> labels) {
  private static final double[] STEPS = {1, 2, 5};
  private static final double[] WHOLE = {1};

  /**
   * Multiples of 1, 2 or 5 times a power of ten.
   *
   * @param min of the axis
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
    return labelled(at);
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

  private static boolean within(double value, double min, double max) {
    return value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9);
  }

  /** Given places. */
  static Ticks of(double[] at) {
    return labelled(java.util.Arrays.stream(at).boxed().toList());
  }

  private static Ticks labelled(List<Double> at) {
    return new Ticks(
        at.stream().mapToDouble(Double::doubleValue).toArray(),
        at.stream().map(Ticks::label).toList());
  }

  /** A number as short as it can be said, with a true minus sign. */
  static String label(double value) {
    double size = Math.abs(value);
    if (size < 1e-12) {
      return "0";
    }
    String text =
        size >= 1e6 || size < 1e-4
            ? String.format(Locale.ROOT, "%.0e", value)
                .replaceAll("e([+-])0", "e$1")
                .replace("e+", "e")
            : new java.math.BigDecimal(value)
                .round(new java.math.MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    if (size >= 1e3 && size < 1e6) {
      text = text.replaceFirst("^(-?\\d+)(\\d{3})", "$1,$2");
    }
    return text.replace('-', '\u2212');
  }
}
