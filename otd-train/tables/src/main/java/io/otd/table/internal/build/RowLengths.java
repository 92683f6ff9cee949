// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.ArrayList;
import java.util.List;

/** The rows of a file that have too many cells or too few: the first ones, and how many others. */
final class RowLengths {
  private static final int MOST = 5;

  private final String file;
  private final int expected;
  private final List<String> first = new ArrayList<>();
  private long wrong;

  /**
   * Starts without rows.
   *
   * @param file its name
   * @param expected number of cells
   */
  RowLengths(String file, int expected) {
    this.file = file;
    this.expected = expected;
  }

  void add(long line, int cells) {
    if (cells != expected && wrong++ < MOST) {
      first.add(
          "%s, line %s: %s values (expected: %s, as many as columns)"
              .formatted(file, line, cells, expected));
    }
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>(first);
    if (wrong > MOST) {
      problems.add("%s: %s more rows of a wrong length".formatted(file, wrong - MOST));
    }
    return problems;
  }
}
