// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/**
 * The interval score (Winkler 1972; Gneiting and Raftery 2007, equation 43) of a central interval
 * {@code [l, u]} of level alpha: its width, and {@code 2 / (1 - alpha)} times the distance by which
 * the observed value lies outside. Its mean is smallest for the true central interval. In the
 * target's units; lower is better; infinite if an end is.
 */
public final class IntervalScore {
  private IntervalScore() {}

  /**
   * The score of one interval.
   *
   * @param level alpha, inside (0, 1)
   * @param low l, may be infinite
   * @param high u, may be infinite
   * @param observed finite
   */
  public static double of(double level, double low, double high, double observed) {
    double outside = Math.max(0, Math.max(low - observed, observed - high));
    return high - low + 2 / (1 - level) * outside;
  }
}
