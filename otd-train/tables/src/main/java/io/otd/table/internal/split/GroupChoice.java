// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import java.util.Arrays;

/**
 * Selects whole groups from some rows at random.
 *
 * @param groups of all rows of the table
 * @param rows to select from; those of one group are selected together
 */
record GroupChoice(RowGroups groups, int[] rows) {
  /**
   * The selected and the remaining rows.
   *
   * @param taken selected rows
   * @param left the others
   */
  record Parts(int[] taken, int[] left) {}

  /** Rows of a part: {@code round(fraction n)}, at least 1 where the fraction is above 0. */
  static int rows(double fraction, int n) {
    return fraction == 0 ? 0 : Math.min(n, (int) Math.max(1, Math.round(fraction * n)));
  }

  /**
   * Iterates over the groups in a random order and selects each that brings the number of selected
   * rows closer to the requested one; if none does, it selects the smallest.
   *
   * @param fraction of the rows, in [0, 1)
   * @param shuffle determines the order
   */
  Parts take(double fraction, Shuffle shuffle) {
    int wanted = rows(fraction, rows.length);
    int[] order = groups.present(rows);
    int[] sizes = groups.sizes(rows);
    shuffle.shuffle(order);
    boolean[] chosen = new boolean[groups.count()];
    int taken = 0;
    for (int i = 0; i < order.length && taken < wanted; i++) {
      int size = sizes[order[i]];
      if (taken + size - wanted < wanted - taken) {
        chosen[order[i]] = true;
        taken += size;
      }
    }
    if (taken == 0 && wanted > 0) {
      chosen[smallest(order, sizes)] = true;
    }
    return new Parts(
        Arrays.stream(rows).filter(row -> chosen[groups.of()[row]]).toArray(),
        Arrays.stream(rows).filter(row -> !chosen[groups.of()[row]]).toArray());
  }

  private static int smallest(int[] order, int[] sizes) {
    int smallest = order[0];
    for (int group : order) {
      smallest = sizes[group] < sizes[smallest] ? group : smallest;
    }
    return smallest;
  }
}
