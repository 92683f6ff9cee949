// SPDX-License-Identifier: Apache-2.0
package io.otd.app.rows;

import io.otd.table.Table;
import io.otd.table.read.RowBlocks;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows whose first block is read in advance, to see which columns there are. */
public final class PeekedRows implements RowBlocks {
  private final RowBlocks rows;
  private final Optional<Table> first;
  private boolean begun;

  /**
   * Reads the first block.
   *
   * @param rows of which none was read
   */
  public PeekedRows(RowBlocks rows) {
    this.rows = rows;
    this.first = rows.next();
  }

  /** Names of the columns that are read; none if there are no rows. */
  public List<String> names() {
    return first.map(Table::names).orElse(List.of());
  }

  @Override
  public Optional<Table> next() {
    if (!begun) {
      begun = true;
      return first;
    }
    return first.isPresent() ? rows.next() : first;
  }

  @Override
  public Map<Integer, String> badRows() {
    return rows.badRows();
  }

  @Override
  public long given() {
    return begun ? rows.given() : 0;
  }
}
