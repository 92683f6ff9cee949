// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import io.otd.core.internal.text.NumberText;

/** Range and ticks of one axis, updated incrementally. */
final class Axis {
  /** Share of the range left free at each end, where the range is that of the data. */
  private static final double MARGIN = .03;

  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private boolean fixed;
  private boolean logarithmic;
  private boolean dates;
  private double[] places = {};

  /** Values that are not finite have no place. */
  void include(double[] values) {
    for (double v : values) {
      if (!fixed && Double.isFinite(v)) {
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    }
  }

  void fix(double min, double max) {
    if (!(max > min)) {
      throw new IllegalArgumentException(
          "axis: from " + min + " to " + max + " (expected: rising)");
    }
    low = min;
    high = max;
    fixed = true;
  }

  void logarithmic(boolean is) {
    logarithmic = is;
  }

  /** Values are days since 1970-01-01. */
  void dates() {
    dates = true;
  }

  void ticksAt(double[] at) {
    places = at.clone();
  }

  /** Lower end of the axis. */
  double min() {
    return fixed ? low : padded(-MARGIN);
  }

  /** Upper end of the axis, greater than the lower. */
  double max() {
    return fixed ? high : padded(1 + MARGIN);
  }

  private double padded(double share) {
    if (!(low <= high)) {
      return share < 0 ? (logarithmic ? .1 : 0) : 1;
    }
    double a = scaled(low);
    double b = scaled(high);
    if (!(b - a > 1e-12 * Math.max(Math.abs(a), Math.abs(b)))) {
      double half = logarithmic ? .5 : dates ? 1 : Math.max(.5 * Math.abs(a), 1e-6);
      a -= half;
      b += half;
    }
    double value = a + share * (b - a);
    return logarithmic ? Math.exp(value) : value;
  }

  /**
   * Place of a value along the axis.
   *
   * @param value greater than 0 on a logarithmic axis
   * @return 0 at the lower end, 1 at the upper
   */
  double fraction(double value) {
    return (scaled(value) - scaled(min())) / (scaled(max()) - scaled(min()));
  }

  private double scaled(double value) {
    return logarithmic ? Math.log(value) : value;
  }

  /** A value in words: a day, or a number with as many digits as a reader can use. */
  String text(double value) {
    return dates ? Ticks.day(value) : NumberText.brief(value);
  }

  /**
   * The positions of the labels.
   *
   * @param most there is room for
   */
  Ticks ticks(int most) {
    if (places.length > 0) {
      return Ticks.of(places);
    }
    int room = Math.max(2, most);
    if (dates) {
      return Ticks.dates(min(), max(), room);
    }
    return logarithmic ? Ticks.logarithmic(min(), max(), room) : Ticks.linear(min(), max(), room);
  }
}
