package io.otd.table.read;

import io.otd.table.Table;
import java.util.Optional;

/** Rows that come block by block, so that all of them need not fit into memory. */
public interface RowBlocks {
  /**
   * The next rows.
   *
   * @return none after the last
   */
  Optional<Table> next();

  /** How many rows were given so far. */
  long given();
}
