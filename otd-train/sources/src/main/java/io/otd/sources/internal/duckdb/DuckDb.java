// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.sources.internal.jdbc.JdbcTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDriver;

/** Connections to the engine. */
final class DuckDb {
  private static final String URL = "jdbc:duckdb:";

  private DuckDb() {}

  /**
   * Opens a separate database.
   *
   * @param file of the database; in memory if empty
   */
  static Connection open(String file) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    // Extensions that are not in the library are not downloaded.
    properties.setProperty("autoinstall_known_extensions", "false");
    // Otherwise it would spill into the working directory.
    properties.setProperty("temp_directory", System.getProperty("java.io.tmpdir"));
    return new DuckDBDriver().connect(URL + file, properties);
  }

  /** Runs a statement without a result. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A name in SQL form. */
  static String name(String name) {
    return JdbcTable.quoted(name, "\"");
  }

  /** A list of files in SQL form, each of which stands for itself alone. */
  static String files(List<Path> files) {
    return files.stream()
        .map(file -> literal(literalPattern(file.toString())))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** A pattern that stands for this name alone. */
  static String literalPattern(String name) {
    return name.replaceAll("[\\[*?]", "[$0]");
  }

  /** A text as an SQL literal. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
