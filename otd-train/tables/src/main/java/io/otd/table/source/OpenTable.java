// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A table that is being read. Whoever opened it closes it. */
public interface OpenTable extends Closeable {
  /** Its columns, at least one. */
  List<SourceColumn> columns();

  /** The files whose bytes are the table, sorted; none of a database or a query. */
  List<Path> files();

  /**
   * Its rows; may be called once.
   *
   * @param columns places of the columns that are wanted, from 0, in the order in which they are
   *     wanted
   * @throws IOException if they cannot be read
   */
  SourceRows rows(int[] columns) throws IOException;
}
