// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The result of a query, or of one that selects only some columns. */
public final class JdbcTable implements OpenTable {
  /** Rows that a driver fetches at a time. */
  private static final int FETCHED = 4096;

  private final JdbcErrors errors;
  private final Statement statement;
  private final Ending ending;
  private final List<SourceColumn> columns;
  private final List<String> labels;
  private final List<CellKind> kinds;
  private final List<Path> files;
  private final Rows rows;

  private JdbcTable(
      JdbcErrors errors,
      Statement statement,
      Ending ending,
      ResultSetMetaData columns,
      List<String> names,
      List<Path> files,
      Rows rows)
      throws SQLException {
    this.errors = errors;
    this.statement = statement;
    this.ending = ending;
    this.files = List.copyOf(files);
    this.rows = rows;
    List<SourceColumn> named = new ArrayList<>();
    List<String> given = new ArrayList<>();
    List<CellKind> read = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      CellKind kind = CellKind.of(columns, i);
      read.add(kind);
      given.add(columns.getColumnLabel(i));
      named.add(
          new SourceColumn(
              names.isEmpty() ? given.get(i - 1) : names.get(i - 1),
              kind.kind(),
              columns.getColumnTypeName(i)));
    }
    this.labels = List.copyOf(given);
    this.columns = List.copyOf(named);
    this.kinds = List.copyOf(read);
  }

  /** The action on closing the table. */
  @FunctionalInterface
  public interface Ending {
    /**
     * Does it.
     *
     * @throws SQLException if the database rejects it
     */
    void run() throws SQLException;
  }

  /** The rows of some columns. */
  private interface Rows {
    SourceRows of(JdbcTable table, int[] wanted) throws SQLException;
  }

  /**
   * Runs a query.
   *
   * @param connection to a database
   * @param errors reports problems
   * @param ending after the table is closed
   * @throws IOException if the connection is lost
   */
  public static JdbcTable ofQuery(
      Connection connection, String sql, JdbcErrors errors, Ending ending) throws IOException {
    return opened(
        connection,
        errors,
        statement -> {
          ResultSet result = statement.executeQuery(sql);
          return new JdbcTable(
              errors,
              statement,
              ending,
              result.getMetaData(),
              List.of(),
              List.of(),
              (table, wanted) -> new JdbcRows(result, table.kinds, wanted, errors));
        });
  }

  /**
   * Begins to read files; only the requested columns will be read.
   *
   * @param connection to an engine that reads them
   * @param relation the text after {@code from}
   * @param names of its columns; the engine's own if there are none
   * @param files which they are
   * @param errors reports problems
   * @param ending after the table is closed
   * @throws IOException if the engine is lost
   */
  public static JdbcTable ofFiles(
      Connection connection,
      String relation,
      List<String> names,
      List<Path> files,
      JdbcErrors errors,
      Ending ending)
      throws IOException {
    return opened(
        connection,
        errors,
        statement -> {
          try (Statement head = connection.createStatement();
              ResultSet none = head.executeQuery("select * from " + relation + " limit 0")) {
            return new JdbcTable(
                errors,
                statement,
                ending,
                none.getMetaData(),
                names,
                files,
                (table, wanted) -> table.selected(relation, wanted));
          }
        });
  }

  private interface Opening {
    JdbcTable of(Statement statement) throws SQLException;
  }

  private static JdbcTable opened(Connection connection, JdbcErrors errors, Opening opening)
      throws IOException {
    return errors.in(
        () -> {
          Statement statement = connection.createStatement();
          try {
            statement.setFetchSize(FETCHED);
            return opening.of(statement);
          } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
          }
        });
  }

  private SourceRows selected(String relation, int[] wanted) throws SQLException {
    List<String> names = IntStream.of(wanted).mapToObj(i -> quoted(labels.get(i), "\"")).toList();
    return new JdbcRows(
        statement.executeQuery("select " + String.join(", ", names) + " from " + relation),
        IntStream.of(wanted).mapToObj(kinds::get).toList(),
        IntStream.range(0, wanted.length).toArray(),
        errors);
  }

  /**
   * A name in SQL form.
   *
   * @param mark that the database puts around names
   */
  public static String quoted(String name, String mark) {
    return mark + name.replace(mark, mark + mark) + mark;
  }

  @Override
  public List<SourceColumn> columns() {
    return columns;
  }

  @Override
  public List<Path> files() {
    return files;
  }

  @Override
  public SourceRows rows(int[] wanted) throws IOException {
    return errors.in(() -> rows.of(this, wanted.clone()));
  }

  /** A connection that is already lost is not an error. */
  @Override
  public void close() {
    try {
      statement.close();
    } catch (SQLException e) {
      // not an error, see above
    }
    try {
      ending.run();
    } catch (SQLException e) {
      // not an error, see above
    }
  }
}
