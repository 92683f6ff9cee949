// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.problem.InputException;
import java.util.List;

/** Columns of a table, or of blocks of its rows, that are filled row by row. */
public interface BuiltRows {
  /** Number of rows so far. */
  long rows();

  /** Problems of the rows so far, empty if there are none. */
  List<String> problems();

  /**
   * Checks the rows of a table that has ended.
   *
   * @param cells whether their cells are checked, too
   * @throws InputException with all that is wrong, if anything is
   */
  void requireSound(boolean cells);

  /** The columns that are read, of the rows since the last call. */
  List<Column> build();
}
