// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

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
}
