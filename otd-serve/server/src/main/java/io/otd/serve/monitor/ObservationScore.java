// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

/**
 * The scores of one observation under its predictive distribution.
 *
 * @param covered one bit per level, the first of {@link MonitorScores#LEVELS} the lowest: whether
 *     the interval contained the value
 * @param pit place of the value in the law, in (0, 1)
 * @param width of the interval of level {@link MonitorScores#WIDTH_LEVEL}, in the target's units
 * @param spread width of the central interval of that level of the draws, which is not conformal
 * @param median of the law, in the target's units
 * @param crps in the target's units
 * @param error mean of the law minus the value, in the target's units
 * @param group of the row; empty if it is in none
 */
record ObservationScore(
    int covered,
    double pit,
    double width,
    double spread,
    double median,
    double crps,
    double error,
    String group) {
  /** Whether the interval of a level contained the value. */
  boolean isCovered(int level) {
    return (covered >> level & 1) == 1;
  }

  /** The bin of the histogram that the place falls into. */
  int bin() {
    return Math.min(MonitorScores.PIT_BINS - 1, (int) (pit * MonitorScores.PIT_BINS));
  }
}
