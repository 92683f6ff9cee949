// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
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

  /** A text as an SQL literal. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
