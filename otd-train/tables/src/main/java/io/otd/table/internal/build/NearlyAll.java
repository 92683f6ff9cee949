// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

/**
 * When a few cells do not change what a column is: at most one in twenty; from ten cells on, one
 * may always be.
 */
public final class NearlyAll {
  private static final int ONE_IN = 20;
  private static final int FEWEST_CELLS = 10;

  private NearlyAll() {}

  /** Whether nearly all cells are as most of them. */
  public static boolean hold(long others, long cells) {
    return others <= most(cells);
  }

  /** The largest number of others among some cells. */
  public static long most(long cells) {
    return cells < FEWEST_CELLS ? 0 : Math.max(1, cells / ONE_IN);
  }
}
