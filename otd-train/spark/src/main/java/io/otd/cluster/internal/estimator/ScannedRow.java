// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read, with its two hashes, by which rows have an order.
 *
 * @param key of its cells
 * @param tie of its cells, another one
 * @param weight above 0, finite; 1 without weights
 * @param cells as {@link ScannedColumn#read} gives them
 */
record ScannedRow(long key, long tie, double weight, @Nullable Object[] cells)
    implements Serializable {
  /** Does not depend on how rows arrive. */
  static final Comparator<ScannedRow> ORDER =
      Comparator.comparingLong(ScannedRow::key)
          .thenComparingLong(ScannedRow::tie)
          .thenComparingDouble(ScannedRow::weight);

  double number(int column) {
    return (Double) Objects.requireNonNull(cells[column]);
  }

  /** Hash of the row; without weights, that of its cells. */
  long digest() {
    long ofCells = key ^ Long.rotateLeft(tie, 1);
    return weight == 1 ? ofCells : ofCells * (Double.doubleToLongBits(weight) | 1);
  }
}
