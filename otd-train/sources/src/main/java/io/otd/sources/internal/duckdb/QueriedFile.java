// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.StoredColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.problem.Quoted;
import io.otd.table.read.DataFile;
import io.otd.table.source.SourceNote;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The file that a query calls {@code data}. */
final class QueriedFile {
  /** Its name in the query. */
  static final String DATA = "data";

  private QueriedFile() {}

  /**
   * Makes a table known to the engine, row by row.
   *
   * @param file as OTD reads it
   * @param notes receives those of the file
   * @return the units of its columns
   * @throws SQLException if there is no space for it
   */
  static QueryUnits add(DataFile file, Connection connection, QueryNotes notes)
      throws SQLException {
    Table table = file.table();
    List<Column> columns = table.columns();
    List<String> names = distinct(table.names(), file.repeats(), notes);
    Set<String> ofColumns = new HashSet<>();
    for (SourceNote note : file.ofColumns()) {
      ofColumns.add(note.text());
      notes.add(
          names.get(table.names().indexOf(note.column().orElseThrow())), note.text(), note.loses());
    }
    file.notes().stream().filter(note -> !ofColumns.contains(note)).forEach(notes::add);
    QueryUnits units = new QueryUnits(columns, names);
    DuckDb.execute(
        connection, "create table %s (%s)".formatted(DATA, units.declared(unit -> "double")));
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
    return units;
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
   * @param notes receives what its columns lose
   * @throws SQLException if they cannot be read
   */
  static void add(FileRelation files, WideDecimals wide, Connection connection, QueryNotes notes)
      throws SQLException {
    wide.note(notes);
    files.notes().forEach(notes::add);
    String names =
        files.names().isEmpty()
            ? ""
            : distinct(files.names(), files.repeats(), notes).stream()
                .map(DuckDb::name)
                .collect(Collectors.joining(", ", "(", ")"));
    String relation = "%s t%s".formatted(files.sql(), names);
    DuckDb.execute(
        connection,
        "create view %s as select %s from %s"
            .formatted(DATA, wide.wrapping(relation, connection), relation));
  }

  private static List<String> distinct(
      List<String> names, Map<String, String> repeats, QueryNotes notes) {
    Set<String> taken = new HashSet<>();
    Set<String> seen = new HashSet<>();
    List<String> distinct = new ArrayList<>();
    for (String name : names) {
      String free = name;
      for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
        free = name + "_" + i;
      }
      boolean repeated = !seen.add(name);
      if (!free.equals(name)) {
        notes.add(free, repeated ? again(name, free) : numbered(name, free), false);
      }
      if (repeated || repeats.containsKey(name)) {
        notes.repeat(free, repeats.getOrDefault(name, name));
      }
      distinct.add(free);
    }
    return distinct;
  }

  private static String again(String name, String free) {
    return "column name %s appears again; a query calls the column %s"
        .formatted(Quoted.of(name), Quoted.of(free));
  }

  private static String numbered(String name, String free) {
    return "column %s: a query calls it %s, as it does not tell upper and lower case apart"
        .formatted(Quoted.of(name), Quoted.of(free));
  }
}
