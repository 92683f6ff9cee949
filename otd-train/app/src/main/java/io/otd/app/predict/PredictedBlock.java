// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A block of rows with the predictions of those that could be predicted.
 *
 * @param draws {@code [K, n, d_y]} of these rows, in the targets' units; none if there is none
 * @param intervals the conformal ones of these rows, of each level of the model
 * @param rows all rows of the block, in order
 * @param read the same rows as they were read
 * @param filled the same without gaps that the model does not know
 */
record PredictedBlock(
    Optional<Draws> draws,
    List<CentralIntervals> intervals,
    List<Row> rows,
    Table read,
    Table filled) {
  /**
   * A row.
   *
   * @param number in the table, from 1
   * @param place among the rows with predictions, or -1
   * @param outside columns in which it lies outside the range of the training rows
   * @param problem why it has no prediction, empty if it has one
   */
  record Row(long number, int place, List<String> outside, String problem) {}

  /** The rows with predictions, as they were read. */
  Table good() {
    int[] which = predicted();
    return which.length == read.rows() ? read : read.at(which);
  }

  /** Positions in the table of the rows with predictions. */
  int[] predicted() {
    return IntStream.range(0, rows.size()).filter(row -> rows.get(row).place() >= 0).toArray();
  }
}
