// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.metrics.EmpiricalQuantile;
import java.util.List;

/**
 * Ranks, among the K ascending draws, of the ends of a central interval.
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
    return levels.stream().map(level -> of(level, draws)).toList();
  }

  /** Those of one level. */
  static IntervalRanks of(double level, int draws) {
    return new IntervalRanks(
        EmpiricalQuantile.lower(level).rank(draws) - 1,
        EmpiricalQuantile.upper(level).rank(draws) - 1);
  }

  /**
   * The share of an observed value that lies inside, including the ends. At an atom, where several
   * draws are equal to it, it takes all the positions between these draws, of which some may be
   * inside: on average this is the randomised coverage of Czado, Gneiting and Held (2009), and a
   * distribution with an atom can be calibrated.
   *
   * @param below number of draws below the value
   * @param atMost number of draws not above it
   * @param atoms whether draws that are equal to it are an atom, not chance
   * @return from 0 to 1; 0 or 1 where not several draws are equal to the value
   */
  double inside(int below, int atMost, boolean atoms) {
    int equal = atMost - below;
    if (equal <= 1 || !atoms) {
      return low < atMost && below <= high ? 1 : 0;
    }
    int from = Math.max(below, low + 1);
    int to = Math.min(below + equal, high);
    return Math.max(0, to - from + 1.0) / (equal + 1);
  }
}
