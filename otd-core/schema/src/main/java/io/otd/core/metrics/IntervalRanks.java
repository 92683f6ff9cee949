// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.List;

/**
 * Which of the K ascending draws are the ends of a central interval.
 *
 * @param low place of the lower end, from 0
 * @param high place of the upper end, from 0
 */
record IntervalRanks(int low, int high) {
  /**
   * The ends of several levels.
   *
   * @param levels alpha, each inside (0, 1)
   * @param draws K
   */
  static List<IntervalRanks> of(List<Double> levels, int draws) {
    return levels.stream()
        .map(
            level ->
                new IntervalRanks(
                    EmpiricalQuantile.lower(level).rank(draws) - 1,
                    EmpiricalQuantile.upper(level).rank(draws) - 1))
        .toList();
  }
}
