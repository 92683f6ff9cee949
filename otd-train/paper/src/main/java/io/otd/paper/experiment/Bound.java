// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * The accepted range of a measure.
 *
 * @param low smallest accepted value, possibly negative infinity
 * @param high largest accepted value, possibly positive infinity
 */
public record Bound(double low, double high) {
  /** A bound in a file; a missing end is infinite. */
  @JsonCreator
  static Bound of(
      @JsonProperty("low") @Nullable Double low, @JsonProperty("high") @Nullable Double high) {
    return new Bound(
        low == null ? Double.NEGATIVE_INFINITY : low,
        high == null ? Double.POSITIVE_INFINITY : high);
  }

  /** Checks that the range is not empty. */
  public Bound {
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "bound: from " + low + " to " + high + " (expected: rising)");
    }
  }

  /** Whether a value lies inside; NaN does not. */
  public boolean contains(double value) {
    return value >= low && value <= high;
  }

  /** In words. */
  public String text() {
    if (Double.isInfinite(low)) {
      return "\u2264 " + number(high);
    }
    return Double.isInfinite(high)
        ? "\u2265 " + number(low)
        : low == high ? number(low) : number(low) + " to " + number(high);
  }

  private static String number(double value) {
    return new BigDecimal(value)
        .round(new MathContext(4))
        .stripTrailingZeros()
        .toPlainString()
        .replace('-', '\u2212');
  }
}
