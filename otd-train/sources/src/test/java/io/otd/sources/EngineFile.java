// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Files written by DuckDB, through separate connections of the tests. */
final class EngineFile {
  private EngineFile() {}

  /** Runs statements in a database in memory. */
  static void run(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Writes the result of a query as a Parquet file. */
  static Path parquet(Path file, String query) throws SQLException {
    run("copy (%s) to '%s' (format parquet)".formatted(query, file.toString().replace("'", "''")));
    return file;
  }
}
