// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kind of each column of a table.
 *
 * @param roles by the name of the column, in the order of the table
 * @param targets names of the targets, in the order of the network's outputs
 * @param notices for the user on how they were inferred, possibly none
 */
public record TableRoles(
    Map<String, ColumnRole> roles, List<String> targets, List<String> notices) {
  /** Keeps the orders. */
  public TableRoles {
    roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
    targets = List.copyOf(targets);
    notices = List.copyOf(notices);
  }

  /** Names of the columns that only name rows, in the order of the table. */
  public List<String> identifiers() {
    return roles.entrySet().stream()
        .filter(column -> column.getValue() == ColumnRole.ID)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Names of the input columns, in the order of the table. */
  public List<String> inputs() {
    return roles.entrySet().stream()
        .filter(column -> column.getValue().input())
        .map(Map.Entry::getKey)
        .toList();
  }
}
