// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.store.CellStore;
import java.util.List;

/** The text of a table, which has been read up to its first rows. */
public interface TableText {
  /** How the columns are named. */
  ColumnNaming naming();

  /** Names of the columns, all different. */
  default List<String> names() {
    return naming().names();
  }

  /** The line of the names, or of the first row without names; 0 if the columns are declared. */
  long firstLine();

  /** What it is, in a word or two: texts of different forms are not one table. */
  String form();

  /** A builder for a column, of the kind that is declared or found out. */
  ColumnBuilder builder(int column, CellStore store);

  /**
   * Passes on the next row.
   *
   * @return whether there was one
   * @throws io.otd.table.problem.InputException if it is broken
   */
  boolean sendNext(RowSink sink);

  /** The notation of numbers in a column. */
  NumberNotation notation(int column);

  /** What is declared of a column of texts. */
  TextDeclaration declaration(int column);

  /** Notes for the user on how the text was interpreted, possibly none. */
  List<String> notes();
}
