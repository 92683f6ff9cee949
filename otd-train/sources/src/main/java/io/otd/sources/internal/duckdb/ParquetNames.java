// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of the columns of Parquet files, as they are written. */
final class ParquetNames {
  private ParquetNames() {}

  /**
   * The names in each file.
   *
   * @throws SQLException if a file cannot be read
   */
  static Map<Path, List<String>> of(List<Path> files, Connection connection) throws SQLException {
    Map<Path, List<String>> names = new LinkedHashMap<>();
    String sql =
        "select file_name, name, coalesce(num_children, 0) from parquet_schema(%s)"
            .formatted(DuckDb.files(files));
    try (Statement statement = connection.createStatement();
        ResultSet elements = statement.executeQuery(sql)) {
      String file = "";
      List<String> of = new ArrayList<>();
      long below = 0;
      while (elements.next()) {
        if (!elements.getString(1).equals(file)) {
          // The first element of a file is its root, whose children are the columns.
          file = elements.getString(1);
          below = 0;
          of = new ArrayList<>();
          names.put(Path.of(file), of);
          continue;
        }
        if (below == 0) {
          of.add(elements.getString(2));
        } else {
          below--;
        }
        below += elements.getLong(3);
      }
    }
    return names;
  }
}
