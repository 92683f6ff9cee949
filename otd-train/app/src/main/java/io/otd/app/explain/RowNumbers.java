// SPDX-License-Identifier: Apache-2.0
package io.otd.app.explain;

import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rows that a user names by their numbers, from 1. */
final class RowNumbers {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");
  private static final int MOST = 1000;

  private RowNumbers() {}

  /**
   * The rows of numbers such as {@code 5} and ranges such as {@code 10-12}.
   *
   * @param option name, for messages
   * @return from 0, each once, in the order given
   */
  static List<Integer> of(String option, List<String> texts) {
    Set<Integer> rows = new LinkedHashSet<>();
    for (String text : texts) {
      Matcher found = FORM.matcher(text.strip());
      int first = found.matches() ? Integer.parseInt(found.group(1)) : 0;
      int last = first > 0 && found.group(2) != null ? Integer.parseInt(found.group(2)) : first;
      if (first < 1 || last < first) {
        throw new InputException(
            "%s: %s (expected: row numbers from 1, such as 5 or 10-12)"
                .formatted(option, Quoted.of(text)));
      }
      for (int row = first; row <= last && rows.size() <= MOST; row++) {
        rows.add(row - 1);
      }
    }
    if (rows.size() > MOST) {
      throw new InputException(
          "%s: more than %s rows (expected: at most as many)".formatted(option, MOST));
    }
    return List.copyOf(rows);
  }
}
