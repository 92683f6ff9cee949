// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.Map;
import java.util.TreeMap;

/** The bad rows of a block, for a reader that continues after them. */
public final class RowProblems {
  private Map<Integer, String> problems = new TreeMap<>();

  /** Starts without rows. */
  public RowProblems() {}

  /**
   * The problem of a row; only the first one is kept.
   *
   * @param row in the block, from 0
   * @param problem its place, and what is wrong with it
   */
  void add(int row, String problem) {
    problems.putIfAbsent(row, problem);
  }

  /** The problems so far, by row; later cells belong to another block. */
  public Map<Integer, String> drain() {
    Map<Integer, String> drained = problems;
    problems = new TreeMap<>();
    return drained;
  }
}
