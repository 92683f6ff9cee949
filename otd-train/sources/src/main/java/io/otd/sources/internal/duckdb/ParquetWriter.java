// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.core.internal.files.DurableFiles;
import io.otd.sources.internal.jdbc.JdbcTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.WrittenColumn;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * Writes a Parquet file. The rows are written in parts, which are joined in the end, so that memory
 * does not grow with them.
 *
 * @implNote The table that collects a part is in memory: a database on a full disk loses rows
 *     without an error, or ends the process.
 */
final class ParquetWriter implements RowWriter {
  private static final String TABLE = "rows";
  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]{0,17}");
  private static final Pattern DECIMAL = Pattern.compile("-?(?:0|[1-9][0-9]*)[.][0-9]+");

  /** How DuckDB reports an error of the system, such as a full disk, with its reason. */
  private static final Pattern OF_SYSTEM =
      Pattern.compile("\"exception_message\":\".*: ([^:\"]+)\",\"errno\":\"[0-9]+\"");

  /** A double holds whole numbers of so many. */
  private static final int DIGITS = 15;

  private static final String FORMAT = "(format parquet, compression zstd)";

  /** Number of cells that are kept in memory. */
  private static final int PART = 1 << 22;

  private final Path file;
  private final Path folder;
  private final List<WrittenColumn> columns;
  private final Connection connection;
  private final int rowsOfPart;
  private final BitSet whole = new BitSet();
  private final BitSet wide = new BitSet();
  private final BitSet decimal = new BitSet();
  private final BitSet others = new BitSet();
  private final List<Path> parts = new ArrayList<>();
  private @Nullable DuckDBAppender appender;
  private int rowsHere;
  private long rows;

  private ParquetWriter(
      Path file, Path folder, List<WrittenColumn> columns, Connection connection) {
    this.file = file;
    this.folder = folder;
    this.columns = List.copyOf(columns);
    this.connection = connection;
    this.rowsOfPart = Math.max(1, PART / columns.size());
  }

  /**
   * Begins to write a file.
   *
   * @param file is replaced in the end
   * @throws IOException if there can be no such file
   */
  static ParquetWriter open(Path file, List<WrittenColumn> columns) throws IOException {
    Path folder = DurableFiles.workplace(file);
    DurableFiles.deleteTree(folder);
    Files.createDirectory(folder);
    try {
      return new ParquetWriter(file, folder, columns, DuckDb.open(""));
    } catch (SQLException e) {
      DurableFiles.deleteTree(folder);
      throw failure(file, e);
    }
  }

  private static String type(WrittenColumn column) {
    return switch (column.kind()) {
      case WHOLE -> "bigint";
      case NUMBER -> "real";
      case DOUBLE -> "double";
      case TEXT, UNDECLARED -> "varchar";
    };
  }

  @Override
  public void write(List<? extends @Nullable Object> cells) throws IOException {
    try {
      DuckDBAppender to = appender();
      to.beginRow();
      for (int i = 0; i < columns.size(); i++) {
        append(to, columns.get(i).kind(), cells.get(i));
        note(i, cells.get(i));
      }
      to.endRow();
      rows++;
      if (++rowsHere == rowsOfPart) {
        writePart();
      }
    } catch (SQLException e) {
      throw failure(file, e);
    }
  }

  /**
   * Remembers whether a column of undeclared texts has whole numbers, decimals that a double holds
   * as they are written, and other texts.
   */
  private void note(int column, @Nullable Object cell) {
    if (cell == null || columns.get(column).kind() != WrittenColumn.Kind.UNDECLARED) {
      return;
    }
    String text = cell.toString();
    if (WHOLE.matcher(text).matches()) {
      whole.set(column);
      wide.set(column, wide.get(column) || text.length() > DIGITS);
    } else {
      (isDecimal(text) ? decimal : others).set(column);
    }
  }

  private static boolean isDecimal(String text) {
    return DECIMAL.matcher(text).matches()
        && new BigDecimal(text).compareTo(BigDecimal.valueOf(Double.parseDouble(text))) == 0;
  }

  private DuckDBAppender appender() throws SQLException {
    if (appender == null) {
      DuckDb.execute(
          connection,
          columns.stream()
              .map(c -> JdbcTable.quoted(c.name(), "\"") + " " + type(c))
              .collect(Collectors.joining(", ", "create or replace table " + TABLE + " (", ")")));
      appender =
          connection
              .unwrap(DuckDBConnection.class)
              .createAppender(DuckDBConnection.DEFAULT_SCHEMA, TABLE);
    }
    return appender;
  }

  private static void append(DuckDBAppender to, WrittenColumn.Kind kind, @Nullable Object cell)
      throws SQLException {
    if (cell == null) {
      to.appendNull();
      return;
    }
    switch (kind) {
      case WHOLE -> to.append((long) (Long) cell);
      case NUMBER -> to.append((float) (Float) cell);
      case DOUBLE -> to.append((double) (Double) cell);
      case TEXT, UNDECLARED -> to.append((String) cell);
    }
  }

  /** Writes the rows in memory to a file of their own. */
  private void writePart() throws SQLException {
    try (DuckDBAppender finished = appender()) {
      finished.flush();
    }
    appender = null;
    rowsHere = 0;
    Path part = folder.resolve("part-" + parts.size() + ".parquet");
    copy(TABLE, part);
    parts.add(part);
  }

  @Override
  public void commit() throws IOException {
    try {
      if (rowsHere > 0 || parts.isEmpty()) {
        writePart();
      }
      Path all = parts.get(0);
      String numbers = numbers();
      if (parts.size() > 1 || !numbers.isEmpty()) {
        all = folder.resolve("whole.parquet");
        copy("(select * %s from %s)".formatted(numbers, read(parts)), all);
      }
      requireAllRows(all);
      DurableFiles.publish(all, file);
    } catch (SQLException e) {
      throw failure(file, e);
    }
  }

  /** The change of undeclared texts, of which all are numbers. */
  private String numbers() {
    BitSet all = (BitSet) whole.clone();
    all.or(decimal);
    all.andNot(others);
    wide.and(decimal);
    all.andNot(wide);
    return all.stream()
        .mapToObj(
            i ->
                "cast(%1$s as %2$s) as %1$s"
                    .formatted(
                        DuckDb.name(columns.get(i).name()), decimal.get(i) ? "double" : "bigint"))
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(", "),
                changed -> changed.isEmpty() ? "" : "replace (" + changed + ")"));
  }

  private void copy(String from, Path to) throws SQLException {
    DuckDb.execute(
        connection, "copy %s to %s %s".formatted(from, DuckDb.literal(to.toString()), FORMAT));
  }

  private static String read(List<Path> files) {
    return files.stream()
        .map(part -> DuckDb.literal(DuckDb.literalPattern(part.toString())))
        .collect(Collectors.joining(", ", "read_parquet([", "])"));
  }

  private void requireAllRows(Path written) throws SQLException, IOException {
    try (Statement statement = connection.createStatement();
        ResultSet counted =
            statement.executeQuery("select count(*) from " + read(List.of(written)))) {
      counted.next();
      if (counted.getLong(1) != rows) {
        throw new IOException(
            "%s: %s rows written (expected: %s)".formatted(file, counted.getLong(1), rows));
      }
    }
  }

  /** The rows are our own: what goes wrong is not their fault. */
  private static IOException failure(Path file, SQLException e) {
    String message = String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ");
    Matcher ofSystem = OF_SYSTEM.matcher(message);
    String reason = ofSystem.find() ? ofSystem.group(1) : message;
    IOException failure = new FileSystemException(file.toString(), null, reason);
    failure.initCause(e);
    return failure;
  }

  @Override
  @SuppressWarnings("try") // The connection is closed after the appender, whatever that throws.
  public void close() throws IOException {
    try (Connection ended = connection) {
      if (appender != null) {
        appender.close();
      }
    } catch (SQLException e) {
      throw failure(file, e);
    } finally {
      DurableFiles.deleteTree(folder);
    }
  }
}
