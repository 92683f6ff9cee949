// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.StoredColumn;
import io.otd.table.internal.store.NumberBuffer;

/** The column of numbers that were collected: in memory, or where the table does not fit it. */
final class StoredCells {
  private StoredCells() {}

  /** The column of the numbers so far; the buffer is empty afterwards. */
  static Column column(String name, NumberBuffer numbers) {
    return numbers.stored()
        ? new StoredColumn(name, numbers.drainStored())
        : new NumericColumn(name, numbers.drain());
  }
}
