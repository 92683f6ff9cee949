// SPDX-License-Identifier: Apache-2.0
package io.otd.app.rows;

import io.otd.core.internal.check.Check;
import io.otd.table.Table;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.read.RowBlocks;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Rows of which any part can be had. */
public final class RowSlices implements RowBlocks {
  private final long rows;
  private final int block;
  private final BiFunction<Long, Long, Table> slice;
  private long given;

  private RowSlices(long rows, int block, BiFunction<Long, Long, Table> slice) {
    Check.that(block >= 1, "block", block, "at least 1");
    this.rows = rows;
    this.block = block;
    this.slice = slice;
  }

  /**
   * The rows of a table that was read as a whole.
   *
   * @param block number of rows of a block, at least 1
   */
  public static RowSlices of(Table table, int block) {
    return new RowSlices(
        table.rows(),
        block,
        (from, to) -> table.at(IntStream.range(from.intValue(), to.intValue()).toArray()));
  }

  /**
   * The points of all cases.
   *
   * @param block number of rows of a block, at least 1; blocks and cases need not end together
   */
  public static RowSlices of(FieldPoints points, int block) {
    return new RowSlices(points.rows(), block, points::table);
  }

  @Override
  public Optional<Table> next() {
    long from = given;
    given = Math.min(rows, from + block);
    return from == given ? Optional.empty() : Optional.of(slice.apply(from, given));
  }

  @Override
  public long given() {
    return given;
  }
}
