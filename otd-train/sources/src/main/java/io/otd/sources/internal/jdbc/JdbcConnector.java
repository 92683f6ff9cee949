// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.source.OpenTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import io.otd.table.source.TableConnector;
import io.otd.table.source.WrittenColumn;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Tables of databases: any that a driver on the class path opens. */
public final class JdbcConnector implements TableConnector {
  private static final String POSTGRES = "jdbc:postgresql:";
  private static final String SQLITE = "jdbc:sqlite:";

  private final Map<String, String> environment;

  /** With the environment of this process. */
  public JdbcConnector() {
    this(System.getenv());
  }

  /**
   * With an environment.
   *
   * @param environment see {@link Credentials}
   */
  JdbcConnector(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public boolean reads(TableAddress address) {
    return address.database().isPresent();
  }

  @Override
  public boolean writes(TableAddress address) {
    return address.database().isPresent();
  }

  @Override
  public OpenTable open(TableAddress address, TableFormat format) throws IOException {
    if (address.query().isPresent() == address.table().isPresent()) {
      throw new InputException(
          "%s: %s (expected: one of --query or data.query, and table=NAME in the URL)"
              .formatted(
                  address.name(),
                  address.query().isPresent() ? "a query and a table" : "no query, no table"));
    }
    DatabaseFile.of(address.connection().orElseThrow())
        .ifPresent(file -> file.requireThere(address.name()));
    Credentials credentials = Credentials.of(environment);
    JdbcErrors errors = new JdbcErrors(address.name(), credentials::scrubbed);
    Connection connection = connected(address, credentials, errors);
    try {
      readOnly(connection);
      String sql =
          address.query().isPresent()
              ? address.query().get()
              : errors.in(
                  () ->
                      "select * from "
                          + DatabaseTable.of(connection, address.table().orElseThrow()).sql());
      return JdbcTable.ofQuery(connection, sql, errors, connection::close);
    } catch (IOException | RuntimeException e) {
      close(connection);
      throw e;
    }
  }

  @Override
  public RowWriter write(TableAddress address, List<WrittenColumn> columns) throws IOException {
    String table =
        address
            .table()
            .orElseThrow(
                () ->
                    new InputException(
                        address.name() + ": no table (expected: table=NAME in the URL)"));
    Credentials credentials = Credentials.of(environment);
    JdbcErrors errors = new JdbcErrors(address.name(), credentials::scrubbed);
    Connection connection = connected(address, credentials, errors);
    try {
      return errors.in(
          () -> {
            connection.setAutoCommit(false);
            return new JdbcRowWriter(
                connection, DatabaseTable.of(connection, table), columns, errors);
          });
    } catch (IOException | RuntimeException e) {
      close(connection);
      throw e;
    }
  }

  private static Connection connected(
      TableAddress address, Credentials credentials, JdbcErrors errors) throws IOException {
    String url = address.connection().orElseThrow();
    if (DriverManager.drivers().noneMatch(driver -> accepts(driver, url))) {
      throw new InputException(
          address.name()
              + ": no driver on the class path opens it (expected: one for this database, added"
              + " with OTD_CLASS_PATH)");
    }
    Properties properties = new Properties();
    credentials.addTo(properties);
    if (url.startsWith(POSTGRES)) {
      properties.setProperty("ApplicationName", "otd");
      properties.setProperty("reWriteBatchedInserts", "true");
    }
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      String text = "%s: not opened: %s".formatted(address.name(), errors.message(e));
      // SQLSTATE class 28: wrong user or password.
      if (String.valueOf(e.getSQLState()).startsWith("28")) {
        throw new InputException(
            text + " (expected: " + Credentials.USER + " and " + Credentials.PASSWORD + ")");
      }
      throw new IOException(text);
    }
  }

  private static boolean accepts(java.sql.Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * Without a transaction, PostgreSQL's driver would hold the whole result. With one, SQLite would
   * lock the database until the end, also for predictions that go to it.
   */
  private static void readOnly(Connection connection) {
    try {
      connection.setAutoCommit(connection.getMetaData().getURL().startsWith(SQLITE));
      connection.setReadOnly(true);
    } catch (SQLException e) {
      // To most databases it is only a hint.
      return;
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      return; // the earlier error is the one that counts
    }
  }
}
