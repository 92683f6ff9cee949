// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The names of a table's columns. */
final class Header {
  private Header() {}

  /**
   * Checks that the selected columns exist, and that no other column has the name of a target.
   *
   * @param names of all its columns
   * @param repeats names of columns that were renamed as they are written, by their names here;
   *     possibly also of columns that the table does not have
   * @throws InputException with all problems
   */
  static void requireSound(
      String table, List<String> names, Map<String, String> repeats, ColumnSelection selection) {
    List<String> problems = new ArrayList<>(selection.problems(names));
    for (String target : new TreeSet<>(selection.targets())) {
      List<String> others =
          repeats.keySet().stream()
              .filter(name -> target.equals(repeats.get(name)))
              .filter(name -> names.contains(name) && selection.reads(name))
              .toList();
      if (!others.isEmpty()) {
        problems.add(
            ("target %s: the name of %s columns (expected: of one; rename, remove or leave out with"
                    + " data.ignore: %s)")
                .formatted(Quoted.of(target), others.size() + 1, ColumnNames.quoted(others)));
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems.stream().map(p -> table + ": " + p).toList());
    }
  }
}
