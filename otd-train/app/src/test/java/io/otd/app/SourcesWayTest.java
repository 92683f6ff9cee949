// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.array.Floats;
import io.otd.table.Table;
import io.otd.table.format.TableFormat;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same table in a text file, in Parquet files and in a database, end to end. */
@Tag("long")
class SourcesWayTest {
  @TempDir static Path folder;
  private static Path csv;
  private static Path parquet;
  private static String database;
  private static JsonNode trained;

  @BeforeAll
  static void write() throws Exception {
    csv = ParcelTable.in(folder);
    parquet = folder.resolve("parcels.parquet");
    Path file = folder.resolve("shop.duckdb");
    database = "jdbc:duckdb:" + file;
    execute(
        database,
        "create table parcels as select * from read_csv('%s')".formatted(csv),
        "copy parcels to '%s' (format parquet)".formatted(parquet));
    OtdRun run = train("csv", "--data", csv).ok();
    trained = run.json();
  }

  private static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static OtdRun train(String name, Object... data) {
    return OtdRun.line(
        "train --target minutes --json --out",
        folder.resolve(name),
        "--set model.hidden=8 --set model.members=1 --set masks.velocity=4",
        "--set masks.steps=1 --set training.steps=20 --set evaluation.draws=50",
        data);
  }

  @Test
  void the_same_cells_give_the_same_model_from_every_source() throws IOException {
    List<OtdRun> runs =
        List.of(
            train("pattern", "--data", folder.resolve("parcels.p*")),
            train("data", "--data", csv, "--query", List.of("select * from data")),
            train("database", "--data", List.of(database + "?table=parcels")));
    for (OtdRun run : runs) {
      assertThat(run.code()).as(run.err()).isZero();
      assertThat(run.json().path("test")).isEqualTo(trained.path("test"));
    }
    assertThat(Files.readString(folder.resolve("data/settings.yaml")))
        .contains("query: \"select * from data\"");
    // Only some of the rows: not the existing run.
    OtdRun cut = train("data", "--data", csv, "--query", List.of("select * from data limit 9"));
    assertThat(cut.code()).isEqualTo(2);
  }

  private static OtdRun predict(String out, Object... data) {
    return OtdRun.line(
        "predict",
        folder.resolve("csv"),
        "--out",
        List.of(out),
        "--samples 2 --draws 50 --json",
        data);
  }

  private static Table read(String address) {
    return TableReader.read(TableAddress.of(address), ColumnSelection.all(), TableFormat.AUTO)
        .table();
  }

  @Test
  void predictions_to_parquet_and_a_database_match_the_text_file() throws Exception {
    Path text = folder.resolve("p.csv");
    Path binary = folder.resolve("p.parquet");
    String url = "jdbc:duckdb:" + folder.resolve("scores.duckdb");
    for (String out : List.of(text.toString(), binary.toString(), url + "?table=scores")) {
      OtdRun run = predict(out, "--data", parquet).ok();
      assertThat(run.json().path("out").asText()).isEqualTo(out);
    }

    Table expected = read(text.toString());
    Table file = read(binary.toString());
    Table stored = read(url + "?table=scores");
    assertThat(file.names()).isEqualTo(expected.names());
    assertThat(stored.names()).startsWith("row").endsWith("outside");
    for (String name : expected.names()) {
      if (!name.equals("outside")) {
        float[] values = Floats.rounded(expected.numbers(name));
        assertThat(Floats.rounded(file.numbers(name))).as(name).containsExactly(values);
        assertThat(Floats.rounded(stored.numbers(name))).as(name).containsExactly(values);
      }
    }
    assertThat(stored.numbers("row")[399]).isEqualTo(400);
  }

  @Test
  void a_bad_last_row_leaves_neither_file_nor_table() throws Exception {
    Path bad = folder.resolve("bad.jsonl");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 20000; i++) {
      rows.add("{\"distance_km\": 5, \"weight_kg\": 1, \"traffic\": \"0.5\"}");
    }
    rows.add("{\"distance_km\": 5, \"weight_kg\": 1, \"traffic\": \"heavy\"}");
    Files.write(bad, rows);
    Path file = folder.resolve("none.parquet");
    String url = "jdbc:duckdb:" + folder.resolve("none.duckdb");

    for (String out : List.of(file.toString(), url + "?table=none")) {
      OtdRun run = predict(out, "--data", bad);
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .contains("row 20001 of " + bad + ", column \"traffic\": \"heavy\" (expected: a number)");
    }
    assertThat(file).doesNotExist();
    execute(url, "create table none (y int)"); // fails if the table exists
  }

  @Test
  void cells_that_a_query_has_lost_are_refused_to_a_model() throws IOException {
    String table = ParcelTable.csv();
    String second = table.split("\n", -1)[1];
    Path lossy =
        Files.writeString(
            folder.resolve("lossy.csv"),
            table.replace(second, second.replaceFirst("^[^,]*", "ask")));
    String column = table.split(",", -1)[0];
    List<String> query = List.of("--data", lossy.toString(), "--query", "select * from data");
    for (String command : List.of("predict", "evaluate", "evaluate --bad-rows skip")) {
      OtdRun run = OtdRun.line(command, folder.resolve("csv"), query);
      assertThat(run.code()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).contains("\"" + column + "\" is read as numbers", "\"ask\"");
    }
  }

  @Test
  void show_evaluate_and_explain_read_all_sources_and_report_bad_ones() throws Exception {
    JsonNode shown = OtdRun.line("data show", parquet, "--json").json();
    assertThat(shown.path("rows").asInt()).isEqualTo(400);
    assertThat(shown.at("/columns/0/kind").asText()).isEqualTo("numeric");
    JsonNode half =
        OtdRun.line(
                "data show --json --query",
                List.of("select traffic from '%s' limit 200".formatted(parquet)))
            .json();
    assertThat(half.path("rows").asInt()).isEqualTo(200);

    OtdRun evaluated =
        OtdRun.line(
                "evaluate",
                folder.resolve("csv"),
                "--data",
                List.of(database + "?table=parcels"),
                "--draws 20 --json")
            .ok();
    assertThat(evaluated.json().path("rows").asInt()).isEqualTo(400);

    OtdRun explained =
        OtdRun.line(
                "explain",
                folder.resolve("csv"),
                "--query",
                List.of("select * from '%s' limit 50".formatted(parquet)),
                "--draws 20 --json")
            .ok();
    assertThat(explained.json().path("data").asText()).isEqualTo("query");

    for (List<String> wrong :
        List.of(
            List.of("data", "show", "jdbc:nothing:x?table=t"),
            List.of("data", "show", "--query", "select * from nowhere"),
            List.of("data", "show", folder.resolve("missing/*.parquet").toString()))) {
      OtdRun run = OtdRun.line(wrong);
      assertThat(run.code()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).doesNotContain("internal error").startsWith("otd: ");
    }
  }

  @Test
  void a_password_on_the_command_line_is_refused_and_not_repeated() {
    String secret = "jdbc:postgresql://ann:hidden@db/shop?table=t";
    String model = folder.resolve("csv").toString();
    for (List<String> arguments :
        List.of(
            List.of("data", "show", secret),
            List.of("train", "--data", secret, "--target", "y"),
            List.of("train", secret, "--target", "y"),
            List.of("train", "--data", csv.toString(), secret),
            List.of("train", "--set", "data.database=" + secret, "--target", "y"),
            List.of("train", "--set", "data.file=" + secret, "--target", "y"),
            List.of("train", "--set", "data.seed=" + secret, "--target", "y"),
            List.of("tune", "--data", secret, "--target", "y"),
            List.of("evaluate", model, "--data", secret),
            List.of("predict", model, "--data", secret),
            List.of("predict", model, "--data", csv.toString(), "--out", secret),
            List.of("data", "show", "a.csv", secret),
            List.of("inspect", secret))) {
      OtdRun run = OtdRun.line(arguments, "--json --debug");
      assertThat(run.code()).as(arguments.toString()).isEqualTo(2);
      assertThat(run.out() + run.err()).as(arguments.toString()).doesNotContain("hidden");
    }
  }
}
