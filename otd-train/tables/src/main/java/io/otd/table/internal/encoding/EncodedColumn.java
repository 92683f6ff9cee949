// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.Column;
import io.otd.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A readable description of a table's column.
 *
 * @param name of the column
 * @param role what it is
 * @param missing number of missing cells of all rows
 * @param encoding in words; empty for a column that is not encoded
 */
public record EncodedColumn(String name, ColumnRole role, int missing, String encoding) {
  /** Of all columns, in the order of the table. */
  static List<EncodedColumn> of(Table table, TableRoles roles, TableSchema schema) {
    Map<String, String> encodings = new HashMap<>();
    for (InputColumn input : schema.inputs()) {
      encodings.put(input.name(), input.description());
    }
    for (TargetColumn target : schema.targets()) {
      encodings.put(target.name(), target.description());
    }
    List<EncodedColumn> summaries = new ArrayList<>();
    roles
        .roles()
        .forEach(
            (name, role) -> {
              Column column = table.column(name);
              summaries.add(
                  new EncodedColumn(
                      name, role, column.missingCells(), encodings.getOrDefault(name, "")));
            });
    return List.copyOf(summaries);
  }
}
