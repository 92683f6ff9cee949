// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import io.otd.core.internal.files.PathSpelling;
import io.otd.table.internal.url.DatabaseUrl;
import io.otd.table.problem.InputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The location of a table: a file, a database, or a query over either. A query without a database
 * is run by the engine of {@code otd-sources}; if a file is given too, its name in the query is
 * {@code data}.
 *
 * @param file a file, a folder, or a pattern of names such as {@code sales/*.parquet}
 * @param database JDBC URL, without user and password; its parameter {@code table} names a table
 * @param query SQL
 */
public record TableAddress(Optional<Path> file, Optional<String> database, Optional<String> query) {
  private static final String TABLE = "table";

  /**
   * Checks the arguments.
   *
   * @throws InputException if nothing is given, if both a file and a database are given, if the
   *     query is blank, or if the URL contains a user or a password
   */
  public TableAddress {
    if (file.isEmpty() && database.isEmpty() && query.isEmpty()) {
      throw InputException.notGiven("table", "a file, a database or a query");
    }
    if (file.isPresent() && database.isPresent()) {
      throw new InputException(
          "database: %s, with a file (expected: one of them)"
              .formatted(DatabaseUrl.plain(database.get())));
    }
    if (query.filter(String::isBlank).isPresent()) {
      throw new InputException("query: blank (expected: SQL)");
    }
    database.ifPresent(TableAddress::requireNoCredentials);
  }

  /**
   * Rejects a database URL that contains credentials.
   *
   * @throws InputException if it contains a user or a password; the message does not repeat them
   */
  public static void requireNoCredentials(String url) {
    String plain = DatabaseUrl.plain(url);
    if (!plain.equals(url)) {
      throw new InputException(
          plain
              + ": given with a user or a password (expected: neither; they come from OTD_DB_USER"
              + " and OTD_DB_PASSWORD, or from the file that OTD_DB_CREDENTIALS names)");
    }
  }

  /**
   * The table under a name.
   *
   * @param name JDBC URL, or the name of a file, folder or pattern
   * @throws InputException if it is a URL that contains a user or a password, or no path
   */
  public static TableAddress of(String name) {
    if (DatabaseUrl.isMeantBy(name)) {
      return new TableAddress(Optional.empty(), Optional.of(name), Optional.empty());
    }
    try {
      return file(Path.of(name));
    } catch (InvalidPathException e) {
      throw new InputException(PathSpelling.problem(e));
    }
  }

  /** The table in a file, in a folder, or in the files of a pattern. */
  public static TableAddress file(Path path) {
    return new TableAddress(Optional.of(path), Optional.empty(), Optional.empty());
  }

  /**
   * The result of a query over the files that it names.
   *
   * @param sql e.g. {@code select * from 'sales/*.parquet' where year = 2025}
   */
  public static TableAddress query(String sql) {
    return new TableAddress(Optional.empty(), Optional.empty(), Optional.of(sql));
  }

  /** The result of a query over this address. */
  public TableAddress withQuery(String sql) {
    return new TableAddress(file, database, Optional.of(sql));
  }

  /** The URL for the driver. */
  public Optional<String> connection() {
    return database.map(url -> DatabaseUrl.without(url, TABLE));
  }

  /** The named table of the database, preceded by its schema and a point if necessary. */
  public Optional<String> table() {
    return database.flatMap(url -> DatabaseUrl.parameter(url, TABLE));
  }

  /** The name of the table in messages. */
  public String name() {
    return file.map(Path::toString).or(() -> database).orElse("query");
  }

  @Override
  public String toString() {
    return name();
  }
}
