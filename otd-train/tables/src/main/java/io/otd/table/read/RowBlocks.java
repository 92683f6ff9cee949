// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import java.util.Map;
import java.util.Optional;

/** Rows that are read block by block, so that not all of them need fit into memory. */
public interface RowBlocks {
  /**
   * The next rows.
   *
   * @return empty after the last
   */
  Optional<Table> next();

  /**
   * Problems of the rows of the latest block, by their position in it; empty if such rows are
   * rejected.
   */
  default Map<Integer, String> badRows() {
    return Map.of();
  }

  /** Number of rows returned so far. */
  long given();
}
