// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.problem.Quoted;
import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceNote;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Columns of Parquet files that hold decimals of more than 38 digits, which the engine reads as
 * doubles.
 *
 * @param whole those of whole numbers: they may be codes, which would become the same number
 * @param fractions the others
 */
record WideDecimals(Set<String> whole, Set<String> fractions) {
  private static final String WHAT = "decimals of more than 38 digits";

  /**
   * The columns in any of the files.
   *
   * @throws SQLException if a file cannot be read
   */
  static WideDecimals of(List<Path> files, Connection connection) throws SQLException {
    Set<String> whole = new TreeSet<>();
    Set<String> fractions = new TreeSet<>();
    String sql =
        "select distinct name, scale from parquet_schema(%s) where precision > 38"
            .formatted(DuckDb.files(files));
    try (Statement statement = connection.createStatement();
        ResultSet columns = statement.executeQuery(sql)) {
      while (columns.next()) {
        (columns.getInt(2) == 0 ? whole : fractions).add(columns.getString(1).strip());
      }
    }
    return new WideDecimals(whole, fractions);
  }

  /**
   * The files' table: whole numbers are refused if they are read, others are rounded.
   *
   * @param relation of the files
   * @param rowNames names of the columns that name rows
   */
  OpenTable of(OpenTable table, FileRelation relation, Set<String> rowNames) {
    return new NotedTable(
        table,
        table.columns().stream()
            .map(
                column ->
                    whole.contains(column.name().strip())
                        ? new SourceColumn(
                            column.name(),
                            SourceColumn.Kind.OTHER,
                            WHAT + ", of which a query keeps 15")
                        : column)
            .toList(),
        rowNames,
        relation.repeats(),
        Stream.concat(
                relation.notes().map(text -> new SourceNote(Optional.empty(), text, false)),
                fractions.stream()
                    .map(name -> new SourceNote(Optional.of(name), rounded(name), false)))
            .toList());
  }

  /** Says of those that a query uses that they are rounded. */
  void note(QueryNotes notes) {
    fractions.forEach(name -> notes.add(name, rounded(name), false));
  }

  /**
   * The text after {@code select} for all columns. A whole number is in a structure, which no table
   * holds.
   *
   * @param relation the text after {@code from}
   * @throws SQLException if it cannot be read
   */
  String wrapping(String relation, Connection connection) throws SQLException {
    List<String> wrapped = new ArrayList<>();
    if (!whole.isEmpty()) {
      try (Statement statement = connection.createStatement();
          ResultSet columns = statement.executeQuery("describe select * from " + relation)) {
        while (columns.next()) {
          String name = columns.getString(1);
          if (whole.contains(name.strip())) {
            wrapped.add("{%s: %2$s} as %2$s".formatted(DuckDb.literal(WHAT), DuckDb.name(name)));
          }
        }
      }
    }
    return wrapped.isEmpty() ? "*" : "* replace (%s)".formatted(String.join(", ", wrapped));
  }

  private static String rounded(String name) {
    return "column %s: %s, rounded to 15 digits".formatted(Quoted.of(name), WHAT);
  }
}
