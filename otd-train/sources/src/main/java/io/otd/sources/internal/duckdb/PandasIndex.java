// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.internal.json.JsonCell;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The columns of Parquet files that pandas wrote for the index of its data frames. */
final class PandasIndex {
  private static final String KEY = "pandas";

  private PandasIndex() {}

  /**
   * Their names, as the files' metadata have them.
   *
   * @throws SQLException if a file cannot be read
   */
  static Set<String> of(List<Path> files, Connection connection) throws SQLException {
    Set<String> names = new LinkedHashSet<>();
    String sql =
        "select decode(value) from parquet_kv_metadata(%s) where decode(key) = '%s'"
            .formatted(DuckDb.files(files), KEY);
    try (Statement statement = connection.createStatement();
        ResultSet metadata = statement.executeQuery(sql)) {
      while (metadata.next()) {
        names.addAll(JsonCell.texts(metadata.getString(1), "index_columns"));
      }
    }
    return names;
  }
}
