// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.source.RowWriter;
import io.otd.table.source.WrittenColumn;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds rows to a table of a database, in one transaction. */
final class JdbcRowWriter implements RowWriter {
  private static final int BATCH = 1024;

  private final Connection connection;
  private final List<WrittenColumn> columns;
  private final JdbcErrors errors;
  private final PreparedStatement insert;
  private int waiting;

  /**
   * Makes the table if it is not there.
   *
   * @param connection that does not commit by itself; is closed with the writer
   * @param table that receives the rows
   * @param errors reports problems
   */
  JdbcRowWriter(
      Connection connection, DatabaseTable table, List<WrittenColumn> columns, JdbcErrors errors)
      throws SQLException {
    this.connection = connection;
    this.columns = List.copyOf(columns);
    this.errors = errors;
    if (!table.exists(connection)) {
      table.create(connection, columns);
    }
    this.insert = connection.prepareStatement(table.insert(columns));
  }

  @Override
  public void write(List<? extends @Nullable Object> cells) throws IOException {
    errors.in(
        () -> {
          for (int i = 0; i < columns.size(); i++) {
            set(i + 1, columns.get(i).kind(), cells.get(i));
          }
          insert.addBatch();
          if (++waiting == BATCH) {
            flush();
          }
          return waiting;
        });
  }

  private void set(int place, WrittenColumn.Kind kind, @Nullable Object cell) throws SQLException {
    if (cell == null) {
      insert.setNull(
          place,
          switch (kind) {
            case WHOLE -> Types.BIGINT;
            case NUMBER -> Types.REAL;
            case DOUBLE -> Types.DOUBLE;
            case TEXT, UNDECLARED -> Types.VARCHAR;
          });
      return;
    }
    switch (kind) {
      case WHOLE -> insert.setLong(place, (Long) cell);
      case NUMBER -> insert.setFloat(place, (Float) cell);
      case DOUBLE -> insert.setDouble(place, (Double) cell);
      case TEXT, UNDECLARED -> insert.setString(place, (String) cell);
    }
  }

  private void flush() throws SQLException {
    insert.executeBatch();
    waiting = 0;
  }

  @Override
  public void commit() throws IOException {
    errors.in(
        () -> {
          if (waiting > 0) {
            flush();
          }
          connection.commit();
          return waiting;
        });
  }

  /** Uncommitted rows are discarded, also if the connection is lost. */
  @Override
  public void close() {
    try (Connection ended = connection) {
      ended.rollback();
    } catch (SQLException e) {
      return;
    }
  }
}
