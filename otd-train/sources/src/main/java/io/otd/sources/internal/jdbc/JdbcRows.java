// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result.
 *
 * @param result positioned before its first row
 * @param kinds of all its columns
 * @param places of the requested columns, from 0
 * @param errors reports problems
 */
record JdbcRows(ResultSet result, List<CellKind> kinds, int[] places, JdbcErrors errors)
    implements SourceRows {
  @Override
  public boolean next() throws IOException {
    try {
      return result.next();
    } catch (SQLException e) {
      throw errors.failure(e);
    }
  }

  @Override
  public double number(int column) throws IOException {
    try {
      return kinds.get(places[column]).number(result, places[column] + 1);
    } catch (SQLException e) {
      throw errors.failure(e);
    }
  }

  @Override
  public @Nullable String text(int column) throws IOException {
    try {
      return kinds.get(places[column]).text(result, places[column] + 1);
    } catch (SQLException e) {
      throw errors.failure(e);
    }
  }
}
