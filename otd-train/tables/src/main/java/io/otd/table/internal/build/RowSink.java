// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

/** Takes the rows of a text, cell by cell. */
public interface RowSink {
  /**
   * The rows that follow are those of a file, whose lines are counted from 1.
   *
   * @param places which columns its cells fill
   */
  default void begin(CellPlaces places) {}

  /**
   * One cell.
   *
   * @param line of the text in which its row begins, from 1
   * @param column its place in the row, from 0
   * @param text holds it; only until the call returns
   * @param from its first character
   * @param to after its last
   */
  void cell(long line, int column, char[] text, int from, int to);

  /**
   * A row that only repeats the names of the columns, as where files have been joined.
   *
   * @param line in which it begins, from 1
   */
  default void names(long line) {}

  /**
   * The end of a row.
   *
   * @param line in which it begins, from 1
   * @param cells how many it had
   */
  void end(long line, int cells);
}
