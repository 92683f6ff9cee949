// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.util.Optional;

/**
 * A table read block by block, for tables that need not fit into memory: one block is in memory at
 * a time. The kind of each column is known in advance. The dictionary of a text column has the
 * texts of one block. Created by {@link TableReader#blocks}.
 */
public sealed interface TableBlocks extends RowBlocks, AutoCloseable permits FilledBlocks {
  /**
   * The next rows; the last block may have fewer.
   *
   * @return empty at the end of the table
   * @throws InputException if a row of the block is invalid, with all that is wrong in the rest of
   *     the table; or if it has no rows
   */
  @Override
  Optional<Table> next();

  /**
   * Whether the source declares a column as one of texts. Where nothing is declared, as in CSV, the
   * cells alone show what it is.
   *
   * @param column one that is read
   */
  boolean declaresTexts(String column);

  @Override
  void close() throws IOException;
}
