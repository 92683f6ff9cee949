// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

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
}
