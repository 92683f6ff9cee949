// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import java.util.Arrays;

/** A random sample of rows. */
public final class Subset {
  private Subset() {}

  /**
   * At most so many rows.
   *
   * @param rows to choose from, ascending
   * @param most at least 1
   * @return ascending; the rows themselves if there are not more
   */
  public static int[] of(int[] rows, int most, long seed) {
    if (rows.length <= most) {
      return rows;
    }
    int[] order = rows.clone();
    new Shuffle(seed, Shuffle.SUBSET).shuffle(order);
    int[] some = Arrays.copyOf(order, most);
    Arrays.sort(some);
    return some;
  }
}
