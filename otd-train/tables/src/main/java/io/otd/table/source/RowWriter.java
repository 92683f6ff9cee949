// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives the rows of a table to write: either all of them are written, or none. */
public interface RowWriter extends Closeable {
  /**
   * Takes a row.
   *
   * @param cells one per column, of the column's kind, null for a missing one
   * @throws IOException if it cannot be written
   */
  void write(List<? extends @Nullable Object> cells) throws IOException;

  /**
   * Completes the table; only now do others see its rows.
   *
   * @throws IOException if it cannot be written
   */
  void commit() throws IOException;

  /** Releases all resources; without a previous {@link #commit}, nothing is written. */
  @Override
  void close() throws IOException;
}
