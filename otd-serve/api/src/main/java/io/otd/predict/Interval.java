// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.internal.text.NumberText;

/**
 * A closed interval in the target's units.
 *
 * @param lower end, may be minus infinity
 * @param upper end, not below {@code lower}, may be infinity
 */
public record Interval(double lower, double upper) {
  /** Whether a value lies inside, including the ends. */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** Upper minus lower end. */
  public double width() {
    return upper - lower;
  }

  /** For people: {@code [38.94, 48.6]}. */
  @Override
  public String toString() {
    return "[" + NumberText.brief(lower) + ", " + NumberText.brief(upper) + "]";
  }
}
