// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import java.util.stream.IntStream;

/**
 * An estimate that minimises the mean score of rows, as far as they show that it is not 0. The
 * standard error e follows from the slopes of the rows' scores and the curvature of their mean, as
 * for any estimate that minimises a mean (Huber 1967); a weight says how much a row counts, not how
 * often it was observed.
 */
final class ClearEstimate {
  /** The distance at which scores are compared. */
  static final double STEP = .1;

  /**
   * The fewest rows with a spread: the error is itself estimated, and of a few rows far too small.
   * Two rows fit any number without error.
   */
  static final int FEWEST_ROWS = 30;

  /** A smaller estimate in standard errors may be chance. */
  private static final double ERRORS = 2;

  private ClearEstimate() {}

  /**
   * Whether rows can show an estimate: those with a spread are worth {@link #FEWEST_ROWS} or more.
   *
   * @param variances of the draws of each row
   * @param weights how much each row counts
   */
  static boolean possible(double[] variances, RowWeights weights) {
    return weights
        .at(IntStream.range(0, variances.length).filter(i -> variances[i] > 0).toArray())
        .worth(FEWEST_ROWS);
  }

  /**
   * The estimate if it is at least two standard errors from 0, shrunk towards 0 by the rule of
   * James and Stein (1961), {@code p (1 - (e / p)^2)}; 0 otherwise.
   *
   * @param estimate p
   * @param weights how much each row counts
   * @param below scores of the rows at {@code p - STEP}
   * @param at at p
   * @param above at {@code p + STEP}
   */
  static double shrunk(
      double estimate, RowWeights weights, double[] below, double[] at, double[] above) {
    double slopes = 0;
    double curvature = 0;
    for (int i = 0; i < at.length; i++) {
      slopes += Math.pow(weights.at(i) * (above[i] - below[i]) / (2 * STEP), 2);
      curvature += weights.at(i) * (above[i] - 2 * at[i] + below[i]) / (STEP * STEP);
    }
    double square = slopes / (curvature * curvature);
    boolean clear = curvature > 0 && estimate * estimate > ERRORS * ERRORS * square;
    return clear ? estimate * (1 - square / (estimate * estimate)) : 0;
  }
}
