// SPDX-License-Identifier: Apache-2.0
package io.otd.app.rows;

import io.otd.core.internal.check.Check;
import io.otd.table.Table;
import io.otd.table.read.RowBlocks;
import java.util.Optional;
import java.util.stream.IntStream;

/** The rows of a table that was read as a whole. */
public final class HeldRows implements RowBlocks {
  private final Table table;
  private final int block;
  private int given;

  /**
   * Before the first row.
   *
   * @param table all rows
   * @param block number of rows of a block, at least 1
   */
  public HeldRows(Table table, int block) {
    Check.that(block >= 1, "block", block, "at least 1");
    this.table = table;
    this.block = block;
  }

  @Override
  public Optional<Table> next() {
    int from = given;
    given = Math.min(table.rows(), from + block);
    return from == given
        ? Optional.empty()
        : Optional.of(table.at(IntStream.range(from, given).toArray()));
  }

  @Override
  public long given() {
    return given;
  }
}
