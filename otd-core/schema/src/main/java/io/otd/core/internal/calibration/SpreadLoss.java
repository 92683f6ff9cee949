// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** What draws whose distance from their mean is scaled score on rows. */
sealed interface SpreadLoss permits SpreadScore, SettledSpreadScore {
  /**
   * The loss on rows.
   *
   * @param draws {@code [K, n, d_y]}
   * @param observed {@code [n][d_y]}
   * @param weights how much each row counts
   * @param settle the replacement of a draw for scoring, if draws are replaced
   */
  static SpreadLoss of(
      Draws draws, double[][] observed, RowWeights weights, Optional<Draws.Transform> settle) {
    return settle.isEmpty()
        ? new SpreadScore(draws, observed, weights)
        : new SettledSpreadScore(draws, observed, weights, settle.get());
  }

  /** Whether the factor changes nothing: every row's draws are equal. */
  boolean isFlat();

  /** The mean score of one factor. */
  double at(double factor);

  /** The factor of the smallest mean score. */
  double smallest(double from, double to);

  /**
   * The energy score of each row.
   *
   * @param factors of a row, at least 0
   */
  double[] byRow(IntToDoubleFunction factors);
}
