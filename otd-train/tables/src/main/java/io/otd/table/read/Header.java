// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
    repeats.forEach(
        (name, written) -> {
          if (selection.targets().contains(written)
              && names.contains(name)
              && selection.reads(name)) {
            problems.add(
                ("target %s: the name of two columns (expected: of one; rename or remove the other,"
                        + " or leave it out with data.ignore, as %s)")
                    .formatted(Quoted.of(written), Quoted.of(name)));
          }
        });
    if (!problems.isEmpty()) {
      throw new InputException(problems.stream().map(p -> table + ": " + p).toList());
    }
  }
}
