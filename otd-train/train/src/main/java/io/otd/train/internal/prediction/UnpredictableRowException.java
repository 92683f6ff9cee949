// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.profile.FarRow;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;

/** A row so far from the training rows that its prediction is not finite. */
public final class UnpredictableRowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int row;

  private UnpredictableRowException(String message, int row) {
    super(message);
    this.row = row;
  }

  /** Its number in the table, from 0. */
  public int row() {
    return row;
  }

  /**
   * Names the row, and its most extreme number.
   *
   * @param table the row is of
   * @param row number in the table, from 0
   */
  public static UnpredictableRowException of(Table table, TableSchema schema, int row) {
    String problem = FarRow.problem(schema, column -> table.numbers(column.name())[row]);
    return new UnpredictableRowException(table.place(row) + ": " + problem, row);
  }
}
