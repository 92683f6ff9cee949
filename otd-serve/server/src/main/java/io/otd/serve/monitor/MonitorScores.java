// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.metrics.CoverageLevels;
import java.util.List;

/**
 * The quality of the predictive distributions for a number of observations.
 *
 * @param observations how many, n
 * @param covered number of observations inside the interval, for each of the {@link #LEVELS}
 * @param pit number of observations whose {@linkplain
 *     io.otd.core.metrics.evaluation.ProbabilityIntegralTransform probability integral transform}
 *     is in each of {@link #PIT_BINS} equal parts of (0, 1): equal numbers, up to chance, if the
 *     distributions are calibrated
 * @param width mean width of the intervals of level {@link #WIDTH_LEVEL}, in the target's units:
 *     sharpness; infinite if one is; NaN without observations
 * @param crps mean {@linkplain io.otd.core.metrics.Crps continuous ranked probability score}, in
 *     the target's units; NaN without observations
 * @param bias mean of predicted mean minus value, in the target's units; NaN without observations
 */
record MonitorScores(
    long observations, List<Long> covered, List<Long> pit, double width, double crps, double bias) {
  /** Levels of the intervals. */
  public static final List<Double> LEVELS = CoverageLevels.OPENML;

  /** Level of the interval whose width is measured; one of {@link #LEVELS}. */
  public static final double WIDTH_LEVEL = .9;

  /** Parts of the histogram. */
  public static final int PIT_BINS = 20;

  /**
   * Share of the observations inside the interval.
   *
   * @param level its place among {@link #LEVELS}
   * @return NaN without observations
   */
  public double coverage(int level) {
    return (double) covered.get(level) / observations;
  }
}
