// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import java.util.OptionalInt;

/** The common part of columns of numbers, independent of where the numbers are stored. */
sealed interface NumericCells extends Column permits NumericColumn, StoredColumn {
  /** The number in a row, from 0: finite, or NaN if the cell is missing. */
  double number(int row);

  @Override
  default boolean missing(int row) {
    return Double.isNaN(number(row));
  }

  @Override
  default boolean constant(int[] rows) {
    double first = number(rows[0]);
    for (int row : rows) {
      // NaN differs from itself, but two missing cells are equal.
      if (number(row) != first && !(missing(row) && Double.isNaN(first))) {
        return false;
      }
    }
    return true;
  }

  @Override
  default OptionalInt firstText() {
    return OptionalInt.empty();
  }

  @Override
  default int bytesPerValue() {
    return Double.BYTES;
  }
}
