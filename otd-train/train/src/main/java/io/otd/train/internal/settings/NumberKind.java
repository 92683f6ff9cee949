// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.core.internal.settings.Setting;
import io.otd.core.internal.text.NumberText;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A number in a range.
 *
 * @param whole whether it is an integer
 * @param range the bounds
 * @param exact from the decimal number to the Java type; throws ArithmeticException if it does not
 *     fit
 */
public record NumberKind(boolean whole, Setting range, Function<BigDecimal, Number> exact)
    implements ValueKind {
  static NumberKind of(Type type, Setting range) {
    if (type == int.class || type == Integer.class) {
      return new NumberKind(true, range, BigDecimal::intValueExact);
    }
    if (type == long.class) {
      return new NumberKind(true, range, BigDecimal::longValueExact);
    }
    if (type == double.class || type == Double.class) {
      return new NumberKind(false, range, BigDecimal::doubleValue);
    }
    throw new IllegalArgumentException("no setting can be of " + type);
  }

  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    if (!(value instanceof RawValue.Text text) || text.text().length() > 400) {
      throw new BadValueException(expected());
    }
    try {
      BigDecimal decimal = new BigDecimal(text.text().strip());
      // Checked before digits are expanded: 1e999999999 is a short text for a long number.
      if (Math.abs((long) decimal.scale()) > 400) {
        throw new BadValueException(expected());
      }
      Number number = exact.apply(decimal);
      if (!inRange(number.doubleValue())) {
        throw new BadValueException(expected());
      }
      return number;
    } catch (ArithmeticException | NumberFormatException e) {
      throw new BadValueException(expected());
    }
  }

  private boolean inRange(double v) {
    return Double.isFinite(v)
        && v >= range.atLeast()
        && v <= range.atMost()
        && v > range.above()
        && v < range.below();
  }

  @Override
  public String format(Object value) {
    return whole ? value.toString() : NumberText.exact((Double) value);
  }

  @Override
  public String expected() {
    String kind = whole ? "a whole number" : "a number";
    return limits().isEmpty() ? kind : kind + " " + limits();
  }

  @Override
  public String limits() {
    List<String> bounds = new ArrayList<>();
    add(bounds, "at least ", range.atLeast());
    add(bounds, "above ", range.above());
    add(bounds, "at most ", range.atMost());
    add(bounds, "below ", range.below());
    return String.join(" and ", bounds);
  }

  private static void add(List<String> bounds, String words, double bound) {
    if (Double.isFinite(bound)) {
      bounds.add(
          words
              + (bound == Math.rint(bound)
                  ? Long.toString((long) bound)
                  : NumberText.exact(bound)));
    }
  }
}
