// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import java.util.ArrayList;
import java.util.List;

/** Rows that each combine the cells of two rows of a pool: most from one, some from the other. */
final class MixedRows {
  /** One row: the cells of {@code base}, but those of some columns from {@code donor}. */
  private record Mix(int base, int donor, boolean[] taken) {}

  private final List<Mix> rows = new ArrayList<>();

  /**
   * Adds a row.
   *
   * @param base row of the pool whose cells it has
   * @param donor row of the pool that provides the cells of the replaced columns
   * @param taken {@code [columns]}, the replaced columns; not copied
   */
  void add(int base, int donor, boolean[] taken) {
    rows.add(new Mix(base, donor, taken));
  }

  /** Adds an unchanged row of the pool. */
  void add(int row, boolean[] nothing) {
    add(row, row, nothing);
  }

  /** Number of cells. */
  int size() {
    return rows.size();
  }

  /** The row of the pool that most cells of a row are from. */
  int base(int row) {
    return rows.get(row).base();
  }

  /** The row of the pool that provides the replaced cells. */
  int donor(int row) {
    return rows.get(row).donor();
  }

  /**
   * For one column, the rows of the pool that its cells are from.
   *
   * @param column place among the columns
   * @param from first row
   * @param to after the last row
   */
  int[] cells(int column, int from, int to) {
    int[] cells = new int[to - from];
    for (int i = 0; i < cells.length; i++) {
      Mix mix = rows.get(from + i);
      cells[i] = mix.taken()[column] ? mix.donor() : mix.base();
    }
    return cells;
  }
}
