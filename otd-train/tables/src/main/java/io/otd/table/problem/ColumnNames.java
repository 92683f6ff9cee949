// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Column names in messages. */
public final class ColumnNames {
  private static final int MAX_SHOWN = 12;

  private ColumnNames() {}

  /** {@code "a", "b", ... (40 columns)}: quoted, the first dozen. */
  public static String quoted(List<String> names) {
    String shown =
        names.stream().limit(MAX_SHOWN).map(Quoted::of).collect(Collectors.joining(", "));
    return names.size() <= MAX_SHOWN ? shown : shown + ", ... (" + names.size() + " columns)";
  }

  /**
   * The problems of columns that do not exist: {@code data.weight "wight": not in the table
   * (expected: one of "weight"; did you mean "weight"?)}.
   *
   * @param what names the columns: a setting or an option, or just {@code column}
   * @param names of columns
   * @param known those that exist
   * @param place of those: {@code in the table}
   * @return one for each name that is not known
   */
  public static List<String> unknown(
      String what, Collection<String> names, List<String> known, String place) {
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      if (!known.contains(name)) {
        problems.add(
            "%s %s: not %s (expected: one of %s%s)"
                .formatted(
                    what, Quoted.of(name), place, quoted(known), NearestName.hint(name, known)));
      }
    }
    return problems;
  }
}
