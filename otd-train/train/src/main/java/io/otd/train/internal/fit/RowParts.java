// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.RowGroups;
import java.util.Arrays;

/**
 * Parts of training rows, each predicted by what the others have taught.
 *
 * @param groups of all rows of the table
 * @param inTime whether rows are in the order of time
 * @param most parts, at least 2
 */
record RowParts(RowGroups groups, boolean inTime, int most) {
  /**
   * Divides rows: into stretches of time if they are in its order; else at random into whole
   * groups, or the rows of a single group.
   *
   * @param rows ascending, at least one
   * @return the part of each of these rows, from 0; a single row is one part
   */
  int[] of(int[] rows, long seed) {
    int units = groups.count(rows);
    RowGroups apart = units > 1 ? groups : RowGroups.single(groups.rows());
    int count = Math.min(most, units > 1 ? units : rows.length);
    int[] part = new int[rows.length];
    if (inTime) {
      Arrays.setAll(part, i -> i * count / rows.length);
    } else if (count > 1) {
      int[] fold = Folds.random(apart, rows, count, 1, seed).repeats().get(0);
      Arrays.setAll(part, i -> fold[rows[i]]);
    }
    return part;
  }
}
