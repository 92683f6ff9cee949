package io.otd.train.data;

import java.util.List;

/** The text of a table, which has been read up to its first rows. */
sealed interface TableText permits ArffText, CsvText {
  /** Names of the columns. */
  List<String> names();

  /** A builder for a column. */
  ColumnBuilder builder(int column);

  /**
   * Hands over all rows; only once.
   *
   * @throws io.otd.train.problem.InputException if a row is broken
   */
  void sendTo(RowSink sink);

  /** What a user should know of how the text was understood, possibly nothing. */
  List<String> notes();
}
