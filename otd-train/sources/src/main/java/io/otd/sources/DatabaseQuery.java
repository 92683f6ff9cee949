// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import io.otd.sources.internal.jdbc.JdbcErrors;
import io.otd.sources.internal.jdbc.JdbcTable;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import io.otd.table.source.OpenTable;
import java.io.IOException;
import java.sql.Connection;

/** Tables read over the application's own connection, such as one from a pool. */
public final class DatabaseQuery {
  private DatabaseQuery() {}

  /**
   * Reads the result of a query.
   *
   * @param connection not closed here, and its transaction is not ended; rows are streamed only
   *     without auto-commit, as PostgreSQL's driver requires
   * @param sql the query; {@code order by} gives the rows the same order each time
   * @throws InputException if the query is wrong, or a cell is not a finite float32 number
   * @throws IOException if the connection is lost
   */
  public static DataFile read(Connection connection, String sql) throws IOException {
    JdbcErrors errors = new JdbcErrors("query", text -> text);
    try (OpenTable table = JdbcTable.ofQuery(connection, sql, errors, () -> {})) {
      return TableReader.read("query", table, ColumnSelection.all());
    }
  }
}
