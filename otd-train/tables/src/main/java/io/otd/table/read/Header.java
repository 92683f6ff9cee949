// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names of a table's columns. */
final class Header {
  private Header() {}

  /**
   * Checks that the selected columns exist, each once.
   *
   * @param table its name
   * @param names of all its columns
   * @param selection of the columns
   * @throws InputException with all problems
   */
  static void requireSound(String table, List<String> names, ColumnSelection selection) {
    List<String> problems = new ArrayList<>(selection.problems(names));
    Set<String> seen = new LinkedHashSet<>();
    Set<String> twice = new LinkedHashSet<>();
    for (String name : names) {
      if (!seen.add(name) && selection.reads(name) && twice.add(name)) {
        problems.add(
            "column name %s appears twice (expected: different names)".formatted(Quoted.of(name)));
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems.stream().map(p -> table + ": " + p).toList());
    }
  }
}
