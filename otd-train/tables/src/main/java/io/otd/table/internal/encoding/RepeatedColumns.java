// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Column;
import io.otd.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Input columns that tell a model nothing: the same in all training rows, or the same as another.
 *
 * @param table all rows
 * @param roles of its columns
 * @param rows the training rows
 */
record RepeatedColumns(Table table, TableRoles roles, int[] rows) {
  List<String> notices() {
    List<String> constant = new ArrayList<>();
    List<String> repeated = new ArrayList<>();
    Map<Integer, List<Column>> byContent = new HashMap<>();
    for (String name : roles.inputs()) {
      Column column = table.column(name);
      if (column.constant(rows)) {
        constant.add("\"" + name + "\"");
        continue;
      }
      List<Column> candidates =
          byContent.computeIfAbsent(column.cellsHash(), key -> new ArrayList<>());
      candidates.stream()
          .filter(column::sameCells)
          .findFirst()
          .ifPresent(other -> repeated.add("\"%s\" is \"%s\"".formatted(name, other.name())));
      candidates.add(column);
    }
    List<String> notices = new ArrayList<>();
    if (!constant.isEmpty()) {
      notices.add("columns that are constant in the training rows: " + String.join(", ", constant));
    }
    if (!repeated.isEmpty()) {
      notices.add("columns that repeat another: " + String.join(", ", repeated));
    }
    return notices;
  }
}
