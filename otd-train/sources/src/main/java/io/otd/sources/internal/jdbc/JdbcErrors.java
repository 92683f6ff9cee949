// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.core.internal.text.BriefText;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.function.UnaryOperator;

/**
 * A database's error, in words that name the table or query. The exceptions of drivers are not
 * passed on: they may hold what was passed to the driver.
 *
 * @param name of the table or query
 * @param scrubbed a text without secrets
 */
public record JdbcErrors(String name, UnaryOperator<String> scrubbed) {
  private static final int MOST = 500;

  /** Of DuckDB, for a file that it cannot read. */
  private static final String UNEXPLAINED = "Invalid result set";

  /** Work with a database. */
  @FunctionalInterface
  public interface Work<T> {
    /**
     * Does it.
     *
     * @throws SQLException if the database rejects it or the connection is lost
     * @throws IOException if a file fails
     */
    T run() throws SQLException, IOException;
  }

  /**
   * Does some work.
   *
   * @throws InputException if the database rejects it
   * @throws IOException if the connection is lost
   */
  public <T> T in(Work<T> work) throws IOException {
    try {
      return work.run();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * The message for an error.
   *
   * @return if the connection is lost
   * @throws InputException if it is anything else
   */
  IOException failure(SQLException e) {
    String text = name + ": " + message(e);
    if (lost(e)) {
      return new IOException(text + " (the connection is lost)");
    }
    throw new InputException(text);
  }

  /** The message of an error, on one line. */
  String message(SQLException e) {
    // The exception of a batch holds the whole statement; the next one in the chain has the reason.
    SQLException last = e;
    while (last.getNextException() != null) {
      last = last.getNextException();
    }
    String text = scrubbed.apply(String.valueOf(last.getMessage())).strip().replaceAll("\\s+", " ");
    if (text.endsWith(UNEXPLAINED)) {
      return "broken; DuckDB does not say why (expected: a readable table)";
    }
    return BriefText.of(text, MOST);
  }

  /** By the classes of the standard, and by its states; 57P is PostgreSQL's server going down. */
  private static boolean lost(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return e instanceof SQLNonTransientConnectionException
        || e instanceof SQLTransientConnectionException
        || e instanceof SQLRecoverableException
        || state.startsWith("08")
        || state.startsWith("57P");
  }
}
