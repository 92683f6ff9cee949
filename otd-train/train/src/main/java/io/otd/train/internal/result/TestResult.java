// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.RowScores;
import java.util.List;

/**
 * Predictions of the test rows, measured.
 *
 * @param scores of the predictions
 * @param uncalibrated of the same predictions before any calibration
 * @param rows what is known of each row
 * @param uncalibratedRows the same before any calibration
 * @param numbers of the rows in the table, from 0
 * @param examples draws of the first rows, {@code [K, m, d_y]}, in the targets' units
 */
public record TestResult(
    PredictionScores scores,
    PredictionScores uncalibrated,
    RowScores rows,
    RowScores uncalibratedRows,
    int[] numbers,
    Draws examples) {
  /**
   * The stored predictions of each row.
   *
   * @param targets names, d_y of them
   */
  public TestRows stored(List<String> targets) {
    return TestRows.of(targets, numbers, examples.draws(), rows);
  }
}
