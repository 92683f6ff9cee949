// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.verdict;

import io.otd.core.metrics.CoverageLevels;

/**
 * How many of some rows lie in their central interval.
 *
 * @param level alpha, inside (0, 1)
 * @param covered rows whose observed value is inside
 * @param rows at least 1
 */
record Coverage(double level, int covered, int rows) {
  /** Share of the rows. */
  double share() {
    return (double) covered / rows;
  }

  /**
   * Half the width of the band of chance around the level: the share of calibrated intervals is
   * inside it with the probability of so many standard deviations of a normal distribution.
   */
  double chance(double deviations) {
    return deviations * Math.sqrt(level * (1 - level) / rows);
  }

  /** Whether the share lies within the band of chance. */
  boolean holds(double deviations) {
    return Math.abs(share() - level) <= chance(deviations);
  }

  /** Such as {@code (expected: 90 ± 2 %)}. */
  String expected(double deviations) {
    return "(expected: %s \u00b1 %s %%)"
        .formatted(
            CoverageLevels.percent(level).replace(" %", ""),
            Math.max(1, Math.round(100 * chance(deviations))));
  }

  /** The share as a whole number of percent. */
  String percent() {
    return Finding.percent(share());
  }
}
