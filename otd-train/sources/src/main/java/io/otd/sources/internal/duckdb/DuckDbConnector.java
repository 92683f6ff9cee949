// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.sources.internal.jdbc.JdbcErrors;
import io.otd.sources.internal.jdbc.JdbcTable;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.source.FileKind;
import io.otd.table.internal.source.SourceFiles;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.table.source.OpenTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import io.otd.table.source.TableConnector;
import io.otd.table.source.WrittenColumn;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parquet files, and queries over files. */
public final class DuckDbConnector implements TableConnector {
  /** Bytes of numbers of a text file that are in memory while it is passed to the engine. */
  private static final long MEMORY = 1_000_000_000;

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
  public OpenTable open(TableAddress address, TableFormat format) throws IOException {
    JdbcErrors errors = new JdbcErrors(address.name(), text -> text);
    Connection connection = errors.in(() -> DuckDb.open(""));
    try {
      return errors.in(() -> opened(address, format, connection, errors));
    } catch (IOException | RuntimeException e) {
      errors.in(
          () -> {
            connection.close();
            return address;
          });
      throw e;
    }
  }

  private static OpenTable opened(
      TableAddress address, TableFormat format, Connection connection, JdbcErrors errors)
      throws SQLException, IOException {
    if (address.file().isEmpty()) {
      return JdbcTable.ofQuery(
          connection, address.query().orElseThrow(), errors, connection::close);
    }
    SourceFiles files = SourceFiles.of(address.file().get());
    if (address.query().isEmpty()) {
      FileRelation relation = FileRelation.of(files, connection);
      return WideDecimals.of(files.paths(), connection)
          .of(
              JdbcTable.ofFiles(
                  connection,
                  relation.sql(),
                  relation.names(),
                  files.paths(),
                  errors,
                  connection::close),
              relation,
              PandasIndex.of(files.paths(), connection));
    }
    String query = address.query().get();
    QueryNotes notes = new QueryNotes(query);
    List<String> units = List.of();
    Set<String> rowNames = Set.of();
    if (files.kind() == FileKind.PARQUET) {
      format.requireUnset(files.name(), false, "its files declare their columns");
      rowNames = PandasIndex.of(files.paths(), connection);
      QueriedFile.add(
          FileRelation.of(files, connection),
          WideDecimals.of(files.paths(), connection),
          connection,
          notes);
    } else {
      units =
          QueriedFile.add(
                  TableReader.read(
                      TableAddress.file(files.path()), ColumnSelection.all(), format, MEMORY),
                  connection,
                  notes)
              .of(query, connection, notes);
    }
    return notes.on(
        JdbcTable.ofQuery(connection, query, errors, connection::close), units, rowNames);
  }

  @Override
  public RowWriter write(TableAddress address, List<WrittenColumn> columns) throws IOException {
    return ParquetWriter.open(address.file().orElseThrow(), columns);
  }
}
