// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.problem.InputException;
import java.util.List;

/** The names of a table's columns. */
final class Header {
  private Header() {}

  /**
   * Checks that the selected columns exist.
   *
   * @param names of all its columns
   * @throws InputException with all problems
   */
  static void requireSound(String table, List<String> names, ColumnSelection selection) {
    List<String> problems = selection.problems(names);
    if (!problems.isEmpty()) {
      throw new InputException(problems.stream().map(p -> table + ": " + p).toList());
    }
  }
}
