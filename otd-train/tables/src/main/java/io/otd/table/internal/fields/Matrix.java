// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.fields;

import io.otd.core.internal.text.NumberText;
import java.util.HashSet;
import java.util.List;

/** Checks of names and of rows of numbers. */
final class Matrix {
  private Matrix() {}

  static List<String> names(String what, List<String> names) {
    if (names.isEmpty()
        || names.stream().anyMatch(String::isBlank)
        || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "%s: %s (expected: at least one, none empty, all different)".formatted(what, names));
    }
    return List.copyOf(names);
  }

  static void require(String what, double[][] rows, int columns) {
    if (rows.length == 0) {
      throw new IllegalArgumentException(what + ": no rows (expected: at least one)");
    }
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new IllegalArgumentException(
            "row %s of %s: %s (expected: %s)"
                .formatted(i + 1, what, NumberText.counted(rows[i].length, "number"), columns));
      }
      for (int j = 0; j < columns; j++) {
        if (!Double.isFinite(rows[i][j])) {
          throw new IllegalArgumentException(
              "row %s of %s, number %s: %s (expected: finite)"
                  .formatted(i + 1, what, j + 1, rows[i][j]));
        }
      }
    }
  }
}
