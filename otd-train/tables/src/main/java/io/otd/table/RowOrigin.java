// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

/**
 * Where the rows of a table stand, as messages tell it: in a text file the line that an editor
 * shows, in any other file the number of the row, from 1.
 */
@FunctionalInterface
public interface RowOrigin {
  /** Of rows that come from no file: {@code row 3}. */
  RowOrigin NONE = row -> "row " + (row + 1);

  /**
   * Where a row stands.
   *
   * @param row from 0, counted from the first row of the file
   */
  String place(long row);

  /**
   * Of rows of a file that has no lines: {@code row 3 of fields.npz}.
   *
   * @param file its name
   */
  static RowOrigin of(String file) {
    return row -> NONE.place(row) + " of " + file;
  }
}
