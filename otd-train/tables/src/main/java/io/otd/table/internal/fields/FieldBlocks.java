// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.fields;

import io.otd.core.internal.check.Check;
import io.otd.table.Table;
import io.otd.table.read.RowBlocks;
import java.util.Optional;

/** The rows of all points of all cases, in the order of {@link FieldPoints}. */
public final class FieldBlocks implements RowBlocks {
  private final FieldPoints points;
  private final int rows;
  private long given;

  /**
   * Before the first row.
   *
   * @param points at which fields are requested
   * @param rows of a block, at least 1; blocks and cases need not end together
   */
  public FieldBlocks(FieldPoints points, int rows) {
    Check.that(rows >= 1, "rows", rows, "at least 1");
    this.points = points;
    this.rows = rows;
  }

  @Override
  public Optional<Table> next() {
    if (given == points.rows()) {
      return Optional.empty();
    }
    long from = given;
    given = Math.min(points.rows(), from + rows);
    return Optional.of(points.table(from, given));
  }

  @Override
  public long given() {
    return given;
  }
}
