// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

/**
 * The position of rows in messages: in a text file the line number, in any other file the number of
 * the row, from 1.
 */
@FunctionalInterface
public interface RowOrigin {
  /** For rows that do not come from a file: {@code row 3}. */
  RowOrigin NONE = row -> "row " + (row + 1);

  /**
   * Position of a row.
   *
   * @param row from 0, counted from the first row of the file
   */
  String place(long row);

  /**
   * The number of a row among all of the file, of which some may have been left out.
   *
   * @param row from 0, counted from the first row of those that are left
   * @return from 0
   */
  default long number(long row) {
    return row;
  }

  /**
   * For rows of a file without lines: {@code row 3 of fields.npz}.
   *
   * @param file its name
   */
  static RowOrigin of(String file) {
    return row -> NONE.place(row) + " of " + file;
  }
}
