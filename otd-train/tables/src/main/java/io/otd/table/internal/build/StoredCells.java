// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.StoredColumn;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.store.NumberBuffer;

/** The column of numbers that were collected: in memory, or where the table does not fit it. */
public final class StoredCells {
  private StoredCells() {}

  /** The column of the numbers so far; the buffer is empty afterwards. */
  static Column column(String name, NumberBuffer numbers) {
    return column(name, numbers, "");
  }

  /** A column of numbers, which go to a store. */
  public static Column column(String name, double[] numbers, CellStore store) {
    NumberBuffer buffer = new NumberBuffer(store);
    for (double number : numbers) {
      buffer.add(number);
    }
    return column(name, buffer);
  }

  /** The same in a unit. */
  static Column column(String name, NumberBuffer numbers, String unit) {
    return numbers.stored()
        ? new StoredColumn(name, numbers.drainStored(), unit)
        : new NumericColumn(name, numbers.drain(), unit);
  }
}
