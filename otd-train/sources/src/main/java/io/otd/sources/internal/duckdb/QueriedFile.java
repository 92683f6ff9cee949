// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.StoredColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The file that a query calls {@code data}. */
final class QueriedFile {
  /** Its name in the query. */
  private static final String DATA = "data";

  private QueriedFile() {}

  /**
   * Makes a table known to the engine, row by row.
   *
   * @param table as OTD reads it
   * @throws SQLException if there is no space for it
   */
  static void add(Table table, Connection connection) throws SQLException {
    List<Column> columns = table.columns();
    List<String> names = distinct(table.names());
    DuckDb.execute(
        connection,
        IntStream.range(0, names.size())
            .mapToObj(
                i ->
                    DuckDb.name(names.get(i))
                        + (columns.get(i) instanceof TextColumn ? " varchar" : " double"))
            .collect(Collectors.joining(", ", "create table " + DATA + " (", ")")));
    try (DuckDBAppender rows =
        connection
            .unwrap(DuckDBConnection.class)
            .createAppender(DuckDBConnection.DEFAULT_SCHEMA, DATA)) {
      for (int row = 0; row < table.rows(); row++) {
        rows.beginRow();
        for (Column column : columns) {
          append(rows, column, row);
        }
        rows.endRow();
      }
    }
  }

  private static void append(DuckDBAppender rows, Column column, int row) throws SQLException {
    if (column.missing(row)) {
      rows.appendNull();
    } else if (column instanceof TextColumn texts) {
      rows.append(texts.text(row));
    } else {
      rows.append(
          column instanceof NumericColumn numbers
              ? numbers.number(row)
              : ((StoredColumn) column).number(row));
    }
  }

  /**
   * Makes files known to the engine, which reads them itself.
   *
   * @param files as the engine reads them
   * @throws SQLException if they cannot be read
   */
  static void add(FileRelation files, Connection connection) throws SQLException {
    String names =
        files.names().isEmpty()
            ? ""
            : distinct(files.names()).stream()
                .map(DuckDb::name)
                .collect(Collectors.joining(", ", "(", ")"));
    DuckDb.execute(
        connection, "create view %s%s as select * from %s".formatted(DATA, names, files.sql()));
  }

  private static List<String> distinct(List<String> names) {
    Set<String> taken = new HashSet<>();
    List<String> distinct = new ArrayList<>();
    for (String name : names) {
      String free = name;
      for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
        free = name + "_" + i;
      }
      distinct.add(free);
    }
    return distinct;
  }
}
