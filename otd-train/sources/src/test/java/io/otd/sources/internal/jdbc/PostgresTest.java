// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.otd.sources.DatabaseQuery;
import io.otd.sources.PostgresServer;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import io.otd.table.source.OpenTable;
import io.otd.table.source.RowWriter;
import io.otd.table.source.SourceRows;
import io.otd.table.source.TableAddress;
import io.otd.table.source.WrittenColumn;
import io.otd.table.source.WrittenColumn.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a server started by the test; skipped where PostgreSQL is not installed. */
class PostgresTest {
  private static Optional<PostgresServer> started = Optional.empty();

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    // The driver asserts that no connection is lost within a batch; production runs without
    // assertions.
    ClassLoader.getSystemClassLoader().setPackageAssertionStatus("org.postgresql", false);
    started = PostgresServer.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (started.isPresent()) {
      started.get().close();
    }
  }

  @BeforeEach
  void requireServer() {
    assumeThat(started).as("PostgreSQL is installed").isPresent();
  }

  private static PostgresServer server() {
    return started.orElseThrow();
  }

  private static JdbcConnector connector() {
    return new JdbcConnector(server().environment());
  }

  private static TableAddress address(String query) {
    return TableAddress.of(server().url()).withQuery(query);
  }

  private static DataFile read(TableAddress address) throws IOException {
    try (OpenTable table = connector().open(address, TableFormat.AUTO)) {
      return TableReader.read(address.name(), table, ColumnSelection.all());
    }
  }

  private static List<String> texts(Table table, String column) {
    TextColumn texts = (TextColumn) table.column(column);
    return IntStream.range(0, texts.rows()).mapToObj(texts::text).toList();
  }

  @Test
  void columns_have_the_types_declared_by_the_database() throws Exception {
    server()
        .execute(
            "drop table if exists kinds",
            "create table kinds (i int, b bigint, r real, n numeric(20, 5), t text, c char(3),"
                + " f boolean, d date, s timestamp, z timestamptz, o time, u uuid)",
            "insert into kinds values (1, 9007199254740993, 0.5, 12345.67891, ' a ', 'x', true,"
                + " '2024-03-31', '2024-03-31 02:30:00', '2024-03-31 02:30:00+02', '01:00:30.5',"
                + " '8c1f6a4e-0000-4000-8000-000000000001')",
            "insert into kinds values (null, null, 'NaN', null, null, null, null, null, null,"
                + " null, null, null)");

    Table table = read(TableAddress.of(server().url() + "?table=public.kinds")).table();

    assertThat(table.numbers("i")).containsExactly(1, Double.NaN);
    assertThat(table.numbers("r")).containsExactly(.5, Double.NaN);
    assertThat(table.numbers("n")).containsExactly(12345.67891, Double.NaN);
    assertThat(texts(table, "t")).containsExactly("a", "");
    assertThat(texts(table, "c")).containsExactly("x", "");
    assertThat(texts(table, "f")).containsExactly("true", "");
    assertThat(texts(table, "d")).containsExactly("2024-03-31", "");
    assertThat(texts(table, "s")).containsExactly("2024-03-31T02:30:00", "");
    assertThat(texts(table, "z")).containsExactly("2024-03-31T00:30:00Z", "");
    assertThat(table.numbers("o")).containsExactly(3630.5, Double.NaN);
    assertThat(texts(table, "u")).containsExactly("8c1f6a4e-0000-4000-8000-000000000001", "");
    for (String column : table.names()) {
      assertThat(table.column(column).missing(1)).as(column).isTrue();
    }
  }

  @Test
  void a_large_result_is_streamed_with_little_memory() throws Exception {
    // 60 MB of text: the driver would hold all of it without a cursor.
    TableAddress address =
        address("select repeat(chr(97 + i % 20), 2000) as w, i from generate_series(1, 30000) i");
    try (OpenTable table = connector().open(address, TableFormat.AUTO)) {
      SourceRows rows = table.rows(new int[] {1, 0});
      System.gc();
      long before = used();
      long most = 0;
      int read = 0;
      while (rows.next()) {
        assertThat(rows.number(0)).isEqualTo(++read);
        if (read % 5000 == 0) {
          System.gc();
          most = Math.max(most, used() - before);
        }
      }
      assertThat(read).isEqualTo(30000);
      // One fetch of 4096 rows is 8 MB of bytes.
      assertThat(most).isLessThan(30L << 20);
    }
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void invalid_queries_are_reported_and_writing_ones_rejected() throws Exception {
    server().execute("drop table if exists kept", "create table kept as select 1 as y");

    assertThatThrownBy(() -> read(address("select y from nowhere")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(server().url() + ": ERROR: relation \"nowhere\" does not exist");
    assertThatThrownBy(() -> read(address("delete from kept returning y")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("read-only transaction");
    assertThat(read(address("select y from kept")).table().rows()).isEqualTo(1);
  }

  @Test
  void a_connection_lost_while_reading_is_reported() throws Exception {
    try (OpenTable table =
        connector()
            .open(address("select i from generate_series(1, 10000000) i"), TableFormat.AUTO)) {
      SourceRows rows = table.rows(new int[] {0});
      assertThat(rows.next()).isTrue();
      server()
          .execute(
              "select pg_terminate_backend(pid) from pg_stat_activity"
                  + " where application_name = 'otd'");

      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  rows.number(0);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server().url())
          .hasMessageContaining("the connection is lost");
    }
  }

  @Test
  void an_unreachable_server_is_reported() {
    TableAddress nowhere = TableAddress.of("jdbc:postgresql://127.0.0.1:1/x?table=t");

    assertThatThrownBy(() -> read(nowhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x?table=t: not opened: ");
  }

  @Test
  void a_wrong_password_is_reported_without_revealing_it() {
    Map<String, String> wrong =
        Map.of("OTD_DB_USER", PostgresServer.USER, "OTD_DB_PASSWORD", "wr0ng-w0rd");

    assertThatThrownBy(() -> new JdbcConnector(wrong).open(address("select 1"), TableFormat.AUTO))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("OTD_DB_PASSWORD")
        .satisfies(e -> assertThat(everything(e)).doesNotContain("wr0ng-w0rd"));
  }

  private static String everything(Throwable e) {
    java.io.StringWriter text = new java.io.StringWriter();
    e.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }

  @Test
  void reads_credentials_from_a_file_only_its_owner_can_read() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("credentials"),
            "user=%s\npassword=%s\n".formatted(PostgresServer.USER, PostgresServer.PASSWORD));
    Map<String, String> environment = Map.of("OTD_DB_CREDENTIALS", file.toString());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(
            () -> new JdbcConnector(environment).open(address("select 1 as y"), TableFormat.AUTO))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("can be read by others");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    try (OpenTable table =
        new JdbcConnector(environment).open(address("select 1 as y"), TableFormat.AUTO)) {
      assertThat(table.columns()).hasSize(1);
    }
  }

  @Test
  void requires_either_a_query_or_a_table() {
    assertThatThrownBy(() -> read(TableAddress.of(server().url())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no query, no table");
    assertThatThrownBy(
            () -> read(TableAddress.of(server().url() + "?table=t").withQuery("select 1")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a query and a table");
  }

  @Test
  void a_connection_passed_by_the_caller_stays_open() throws Exception {
    try (Connection connection = server().connection()) {
      DataFile file = DatabaseQuery.read(connection, "select 2.5 as y, 'a' as w");

      assertThat(file.table().numbers("y")).containsExactly(2.5);
      assertThat(connection.isClosed()).isFalse();
    }
  }

  private static final List<WrittenColumn> COLUMNS =
      List.of(
          new WrittenColumn("row", Kind.WHOLE),
          new WrittenColumn("q0.05", Kind.NUMBER),
          new WrittenColumn("outside", Kind.TEXT));

  private static List<String> stored(String table) throws SQLException {
    try (Connection connection = server().connection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select * from \"" + table + "\" order by \"row\"")) {
      List<String> all = new java.util.ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1) + "|" + rows.getString(2) + "|" + rows.getString(3));
      }
      return all;
    }
  }

  private static boolean exists(String table) throws SQLException {
    try (Connection connection = server().connection();
        ResultSet found = connection.getMetaData().getTables(null, "public", table, null)) {
      return found.next();
    }
  }

  @Test
  void rows_become_visible_only_on_commit() throws Exception {
    TableAddress to = TableAddress.of(server().url() + "?table=Scores");
    try (RowWriter writer = connector().write(to, COLUMNS)) {
      for (long row = 1; row <= 3000; row++) {
        writer.write(Arrays.asList(row, 0.25f, row == 2 ? null : "a; b"));
      }
      assertThat(exists("Scores")).isFalse();
      writer.commit();
    }
    assertThat(stored("Scores")).hasSize(3000).startsWith("1|0.25|a; b", "2|0.25|null");

    // Rows are appended; those of an abandoned writer are not.
    try (RowWriter writer = connector().write(to, COLUMNS)) {
      writer.write(Arrays.asList(5000L, Float.POSITIVE_INFINITY, null));
      writer.commit();
    }
    try (RowWriter writer = connector().write(to, COLUMNS)) {
      for (long row = 6000; row < 9000; row++) {
        writer.write(Arrays.asList(row, null, null));
      }
    }
    assertThat(stored("Scores")).hasSize(3001).endsWith("5000|Infinity|null");
  }

  @Test
  void a_table_without_the_columns_is_rejected() throws Exception {
    server().execute("drop table if exists other", "create table other (\"row\" bigint)");
    TableAddress to = TableAddress.of(server().url() + "?table=other");

    assertThatThrownBy(
            () -> {
              try (RowWriter writer = connector().write(to, COLUMNS)) {
                writer.write(Arrays.asList(1L, 0.5f, null));
                writer.commit();
              }
            })
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"q0.05\" of relation \"other\" does not exist");
  }

  @Test
  void a_writer_that_loses_its_connection_leaves_no_rows() throws Exception {
    TableAddress to = TableAddress.of(server().url() + "?table=lost");

    assertThatThrownBy(
            () -> {
              try (RowWriter writer = connector().write(to, COLUMNS)) {
                for (long row = 0; row < 5000; row++) {
                  writer.write(Arrays.asList(row, 0.5f, null));
                }
                server()
                    .execute(
                        "select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where application_name = 'otd'");
                writer.commit();
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the connection is lost");
    assertThat(exists("lost")).isFalse();
  }
}
