// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.source.WrittenColumn;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A database table, under its stored name.
 *
 * @param schema that it is in, where it is named
 * @param name of the table
 * @param mark that the database puts around names
 */
record DatabaseTable(Optional<String> schema, String name, String mark) {
  /** Databases whose texts of any length are called text. */
  private static final List<String> WITH_TEXT =
      List.of("postgresql", "mysql", "mariadb", "sqlite", "duckdb", "h2");

  /**
   * The table of a name.
   *
   * @param connection to the database
   * @param name with its schema and a point before it, or without
   */
  static DatabaseTable of(Connection connection, String name) throws SQLException {
    String mark = connection.getMetaData().getIdentifierQuoteString();
    int point = name.indexOf('.');
    return new DatabaseTable(
        point < 0 ? Optional.empty() : Optional.of(name.substring(0, point)),
        name.substring(point + 1),
        mark == null || mark.isBlank() ? "" : mark);
  }

  /** Its name in SQL form. */
  String sql() {
    return schema.map(s -> quoted(s) + ".").orElse("") + quoted(name);
  }

  private String quoted(String part) {
    return mark.isEmpty() ? part : JdbcTable.quoted(part, mark);
  }

  /** Whether it exists. */
  boolean exists(Connection connection) throws SQLException {
    DatabaseMetaData database = connection.getMetaData();
    @Nullable String in = schema.orElse(connection.getSchema());
    try (ResultSet found = database.getTables(connection.getCatalog(), in, name, null)) {
      while (found.next()) {
        // In the pattern, an underscore matches any character.
        if (name.equals(found.getString("TABLE_NAME"))) {
          return true;
        }
      }
      return false;
    }
  }

  /** Makes it. */
  void create(Connection connection, List<WrittenColumn> columns) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    String text = WITH_TEXT.contains(product) ? "text" : "varchar(4000)";
    String all =
        columns.stream()
            .map(column -> quoted(column.name()) + " " + type(column, text))
            .collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("create table %s (%s)".formatted(sql(), all));
    }
  }

  private static String type(WrittenColumn column, String text) {
    return switch (column.kind()) {
      case WHOLE -> "bigint";
      case NUMBER -> "real";
      case DOUBLE -> "double precision";
      case TEXT, UNDECLARED -> text;
    };
  }

  /** The statement that adds a row. */
  String insert(List<WrittenColumn> columns) {
    return "insert into %s (%s) values (%s)"
        .formatted(
            sql(),
            columns.stream().map(c -> quoted(c.name())).collect(Collectors.joining(", ")),
            Stream.generate(() -> "?").limit(columns.size()).collect(Collectors.joining(", ")));
  }
}
