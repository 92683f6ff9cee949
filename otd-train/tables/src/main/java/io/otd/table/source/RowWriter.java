// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the rows of a table that is written: all of them are there in the end, or none. */
public interface RowWriter extends Closeable {
  /**
   * Takes a row.
   *
   * @param cells one a column, of the column's kind, null where it is missing
   * @throws IOException if it cannot be written
   */
  void write(List<? extends @Nullable Object> cells) throws IOException;

  /**
   * Ends the table; only now others see its rows.
   *
   * @throws IOException if it cannot be written
   */
  void commit() throws IOException;

  /** Gives everything back; without {@link #commit} before, nothing was written. */
  @Override
  void close() throws IOException;
}
