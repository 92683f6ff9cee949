// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table that is being read. The caller that opened it closes it. */
public interface OpenTable extends Closeable {
  /** Its columns, at least one, under the names that the source gives them. */
  List<SourceColumn> columns();

  /** Names of the columns that the source calls the index of a data frame: they name its rows. */
  default Set<String> rowNames() {
    return Set.of();
  }

  /**
   * Columns that were renamed because another has their name: how it is written, by the name in
   * {@link #columns}.
   */
  default Map<String, String> repeats() {
    return Map.of();
  }

  /** Notes for the user on how its columns were made, possibly none. */
  default List<SourceNote> notes() {
    return List.of();
  }

  /** The files whose bytes are the table, sorted; none for a database or a query. */
  List<Path> files();

  /**
   * Its rows; may be called once.
   *
   * @param columns positions of the requested columns, from 0, in the requested order
   * @throws IOException if they cannot be read
   */
  SourceRows rows(int[] columns) throws IOException;
}
