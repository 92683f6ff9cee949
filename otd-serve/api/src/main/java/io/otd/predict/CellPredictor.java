// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import java.util.List;

/**
 * One version of a model, whatever computes it: to its cells come down all the ways in which a
 * {@link Predictor} takes rows. Thread-safe.
 */
public interface CellPredictor {
  /** The rows that it takes, as cells. */
  InputRows rows();

  /** d_y: number of the targets. */
  int outputs();

  /** Predicts rows, one prediction each. */
  List<Prediction> predict(InputCells cells);

  /**
   * Draws with fresh masks, from a separate random stream for each row's seed.
   *
   * @param seeds {@code [n]}
   * @return of each row {@code [S, d_y]}, row-major, in the targets' units
   * @throws IllegalArgumentException if there are more or fewer seeds than rows
   */
  List<float[]> draw(InputCells cells, long[] seeds);
}
