// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import io.otd.table.format.TableFormat;
import java.io.IOException;
import java.util.List;

/**
 * Opens tables that {@link io.otd.table.read.TableReader} does not read itself. Found on the class
 * path by {@link java.util.ServiceLoader}, so it has a public constructor without arguments, which
 * does nothing else.
 */
public interface TableConnector {
  /** Whether it reads tables at such an address; nothing is opened. */
  boolean reads(TableAddress address);

  /**
   * Opens a table to read it.
   *
   * @param format of the text files of the table, as far as it is known
   * @throws io.otd.table.problem.InputException if there is no such table, or the query is wrong
   * @throws IOException if it cannot be reached or read
   */
  OpenTable open(TableAddress address, TableFormat format) throws IOException;

  /** Whether it writes tables to such an address; nothing is opened. */
  boolean writes(TableAddress address);

  /**
   * Begins to write a table. A file is replaced. Rows are appended to an existing database table.
   *
   * @param columns at least one, names unique
   * @throws io.otd.table.problem.InputException if there cannot be such a table
   * @throws IOException if it cannot be reached or written
   */
  RowWriter write(TableAddress address, List<WrittenColumn> columns) throws IOException;
}
