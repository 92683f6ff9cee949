// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

/** Requested rows, as cells, and the predictions for them. */
public interface LiveRows {
  /** How many. */
  int rows();

  /**
   * A cell of a column of numbers; NaN for a missing one.
   *
   * @param column place among the columns of numbers
   */
  float number(int row, int column);

  /**
   * A cell of a column of texts; empty for a missing one.
   *
   * @param column place among the columns of texts
   */
  String text(int row, int column);

  /** The predicted mean of a target; NaN if it is not known. */
  float mean(int row, int target);

  /** The predicted standard deviation of a target; NaN if it is not known. */
  float std(int row, int target);
}
