// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.sources.internal.jdbc.JdbcErrors;
import io.otd.sources.internal.jdbc.JdbcTable;
import io.otd.table.internal.source.FileKind;
import io.otd.table.problem.InputException;
import io.otd.table.source.OpenTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import io.otd.table.source.TableConnector;
import io.otd.table.source.WrittenColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parquet files, JSON lines, folders and patterns of files, and queries over files. */
public final class DuckDbConnector implements TableConnector {
  /** The name, in a query, of the file that is given with it. */
  private static final String DATA = "data";

  /** Opens nothing yet. */
  public DuckDbConnector() {}

  @Override
  public boolean reads(TableAddress address) {
    return address.database().isEmpty();
  }

  @Override
  public boolean writes(TableAddress address) {
    return address
        .file()
        .filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".parquet"))
        .isPresent();
  }

  @Override
  public OpenTable open(TableAddress address) throws IOException {
    JdbcErrors errors = new JdbcErrors(address.name(), text -> text);
    Connection connection = errors.in(() -> DuckDb.open(""));
    try {
      return errors.in(() -> opened(address, connection, errors));
    } catch (IOException | RuntimeException e) {
      errors.in(
          () -> {
            connection.close();
            return address;
          });
      throw e;
    }
  }

  private static OpenTable opened(TableAddress address, Connection connection, JdbcErrors errors)
      throws SQLException, IOException {
    if (address.file().isEmpty()) {
      return JdbcTable.ofQuery(
          connection, address.query().orElseThrow(), errors, connection::close);
    }
    FileRelation files = relation(address.file().get(), connection);
    if (address.query().isEmpty()) {
      return JdbcTable.ofFiles(connection, files.sql(), files.files(), errors, connection::close);
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("create view %s as select * from %s".formatted(DATA, files.sql()));
    }
    return JdbcTable.ofQuery(connection, address.query().get(), errors, connection::close);
  }

  private static FileRelation relation(Path path, Connection connection)
      throws SQLException, IOException {
    FileKind kind = FileKind.of(path);
    if (kind == FileKind.FOLDER) {
      return FileRelation.inFolder(path);
    }
    if (kind == FileKind.PATTERN) {
      List<Path> files = matching(path, connection);
      boolean partitioned = files.stream().anyMatch(f -> f.toString().contains("="));
      return FileRelation.of(path.toString(), files, partitioned);
    }
    if (!Files.exists(path)) {
      throw new InputException(path + ": no such file (expected: a readable table)");
    }
    return new FileRelation(List.of(path), kind, false);
  }

  private static List<Path> matching(Path pattern, Connection connection) throws SQLException {
    List<Path> files = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "select file from glob(" + DuckDb.literal(pattern.toString()) + ")")) {
      while (found.next()) {
        files.add(Path.of(found.getString(1)));
      }
    }
    if (files.isEmpty()) {
      throw new InputException(pattern + ": no file has such a name (expected: at least one)");
    }
    return files.stream().sorted().toList();
  }

  @Override
  public RowWriter write(TableAddress address, List<WrittenColumn> columns) throws IOException {
    return ParquetWriter.open(address.file().orElseThrow(), columns);
  }
}
