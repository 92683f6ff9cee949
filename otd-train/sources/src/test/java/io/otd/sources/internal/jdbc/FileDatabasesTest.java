// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.table.source.OpenTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.SourceRows;
import io.otd.table.source.TableAddress;
import io.otd.table.source.WrittenColumn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases that are a file, with the drivers of DuckDB and SQLite. */
class FileDatabasesTest {
  private final JdbcConnector connector = new JdbcConnector(Map.of());
  @TempDir private Path folder;

  private String url(String kind, String file) {
    return "jdbc:%s:%s".formatted(kind, folder.resolve(file));
  }

  private static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private OpenTable open(String address) throws Exception {
    return connector.open(TableAddress.of(address), TableFormat.AUTO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "sqlite"})
  void a_missing_file_is_named_and_not_created(String kind) {
    assertThatThrownBy(() -> open(url(kind, "shpo.db") + "?table=sales"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "no file %s (expected: a database that exists)", folder.resolve("shpo.db"));
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "sqlite"})
  void rows_can_be_written_to_the_database_they_are_read_from(String kind) throws Exception {
    String url = url(kind, "shop.db");
    execute(url, "create table sales (x double)", "insert into sales values (1), (2)");
    List<WrittenColumn> columns = List.of(new WrittenColumn("y", WrittenColumn.Kind.DOUBLE));
    try (OpenTable table = open(url + "?table=sales");
        RowWriter writer = connector.write(TableAddress.of(url + "?table=scores"), columns)) {
      SourceRows rows = table.rows(new int[] {0});
      while (rows.next()) {
        writer.write(List.of(2 * rows.number(0)));
      }
      writer.commit();
    }
    assertThat(
            TableReader.read(
                    TableAddress.of(url + "?table=scores"), ColumnSelection.all(), TableFormat.AUTO)
                .table()
                .numbers("y"))
        .containsExactly(2, 4);
  }

  @Test
  void memory_and_remote_databases_are_no_files() {
    assertThat(List.of("jdbc:sqlite:", "jdbc:duckdb::memory:", "jdbc:duckdb:md:shop"))
        .allSatisfy(url -> assertThat(DatabaseFile.of(url)).isEmpty());
    assertThat(DatabaseFile.of("jdbc:sqlite:a/b.db?mode=ro"))
        .contains(new DatabaseFile(Path.of("a/b.db")));
  }

  @Test
  void a_blank_query_is_no_query() {
    TableAddress shop = TableAddress.of(url("duckdb", "shop.db"));
    assertThatThrownBy(() -> shop.withQuery(" "))
        .isInstanceOf(InputException.class)
        .hasMessage("query: blank (expected: SQL)");
  }

  @Test
  void an_interval_is_neither_a_number_nor_a_text() throws Exception {
    String url = url("duckdb", "shop.db");
    execute(url, "create table sales as select interval 3 days as due, 1 as x");
    try (OpenTable table = open(url + "?table=sales")) {
      assertThat(table.columns().get(0).kind()).isEqualTo(CellKind.OTHER.kind());
    }
  }
}
