// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.core.internal.files.DurableFiles;
import io.otd.sources.internal.jdbc.JdbcErrors;
import io.otd.sources.internal.jdbc.JdbcTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.WrittenColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * Writes a Parquet file. The rows are kept in a database next to it until the end, so that memory
 * does not grow with them.
 */
final class ParquetWriter implements RowWriter {
  private static final String TABLE = "rows";

  private final Path file;
  private final Path folder;
  private final List<WrittenColumn> columns;
  private final JdbcErrors errors;
  private final Connection connection;
  private final DuckDBAppender appender;

  private ParquetWriter(
      Path file, Path folder, List<WrittenColumn> columns, JdbcErrors errors, Connection connection)
      throws SQLException {
    this.file = file;
    this.folder = folder;
    this.columns = List.copyOf(columns);
    this.errors = errors;
    this.connection = connection;
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          columns.stream()
              .map(c -> JdbcTable.quoted(c.name(), "\"") + " " + type(c))
              .collect(Collectors.joining(", ", "create table " + TABLE + " (", ")")));
    }
    this.appender =
        connection
            .unwrap(DuckDBConnection.class)
            .createAppender(DuckDBConnection.DEFAULT_SCHEMA, TABLE);
  }

  /**
   * Begins to write a file.
   *
   * @param file is replaced in the end
   * @param columns of the rows
   * @throws IOException if there can be no such file
   */
  static ParquetWriter open(Path file, List<WrittenColumn> columns) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path folder = DurableFiles.temporarySibling(absolute);
    DurableFiles.deleteTree(folder);
    Files.createDirectory(folder);
    JdbcErrors errors = new JdbcErrors(file.toString(), text -> text);
    try {
      return errors.in(
          () -> {
            Connection connection = DuckDb.open(folder.resolve("rows.duckdb").toString());
            try {
              return new ParquetWriter(absolute, folder, columns, errors, connection);
            } catch (SQLException | RuntimeException e) {
              connection.close();
              throw e;
            }
          });
    } catch (IOException | RuntimeException e) {
      DurableFiles.deleteTree(folder);
      throw e;
    }
  }

  private static String type(WrittenColumn column) {
    return switch (column.kind()) {
      case WHOLE -> "bigint";
      case NUMBER -> "real";
      case TEXT -> "varchar";
    };
  }

  @Override
  public void write(List<? extends @Nullable Object> cells) throws IOException {
    errors.in(
        () -> {
          appender.beginRow();
          for (int i = 0; i < columns.size(); i++) {
            append(columns.get(i).kind(), cells.get(i));
          }
          appender.endRow();
          return cells;
        });
  }

  private void append(WrittenColumn.Kind kind, @Nullable Object cell) throws SQLException {
    if (cell == null) {
      appender.appendNull();
      return;
    }
    switch (kind) {
      case WHOLE -> appender.append((long) (Long) cell);
      case NUMBER -> appender.append((float) (Float) cell);
      case TEXT -> appender.append((String) cell);
    }
  }

  @Override
  public void commit() throws IOException {
    Path written = folder.resolve("rows.parquet");
    errors.in(
        () -> {
          appender.close();
          try (Statement statement = connection.createStatement()) {
            statement.execute(
                "copy %s to %s (format parquet, compression zstd)"
                    .formatted(TABLE, DuckDb.literal(written.toString())));
          }
          return written;
        });
    DurableFiles.syncTree(folder);
    DurableFiles.rename(written, file);
  }

  @Override
  public void close() throws IOException {
    try {
      errors.in(
          () -> {
            connection.close();
            return connection;
          });
    } finally {
      DurableFiles.deleteTree(folder);
    }
  }
}
