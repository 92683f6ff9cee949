// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import java.util.Map;
import java.util.Optional;

/** Rows that come block by block, so that all of them need not fit into memory. */
public interface RowBlocks {
  /**
   * The next rows.
   *
   * @return none after the last
   */
  Optional<Table> next();

  /**
   * What is wrong with rows of the block that was given last, by their place in it; empty where
   * such rows are refused.
   */
  default Map<Integer, String> badRows() {
    return Map.of();
  }

  /** How many rows were given so far. */
  long given();
}
