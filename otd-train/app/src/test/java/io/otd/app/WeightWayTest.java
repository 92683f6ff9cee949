// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows count by a column of weights, from training to recalibration. */
class WeightWayTest {
  private static final int ROWS = 240;
  @TempDir static Path folder;
  private static Path data;
  private static Path model;
  private static OtdRun trained;

  /** The quickstart's table with a column of weights. */
  private static Path table(String name, int from, int to, IntFunction<String> weight)
      throws IOException {
    List<String> lines = ParcelTable.csv(to).lines().toList();
    List<String> weighted = new ArrayList<>(List.of(lines.get(0) + ",people"));
    for (int row = from; row < to; row++) {
      weighted.add(lines.get(1 + row) + "," + weight.apply(row));
    }
    return Files.write(folder.resolve(name), weighted);
  }

  private static String third(int row) {
    return row % 5 == 0 ? "0" : Integer.toString(1 + row % 3);
  }

  @BeforeAll
  static void train() throws IOException {
    data = table("parcels.csv", 0, ROWS, WeightWayTest::third);
    model = folder.resolve("run");
    trained =
        OtdRun.line(
                "train --data",
                data,
                "--target minutes --method otd --weight people --json --out",
                model,
                "--set model.hidden=16 --set model.members=1 --set masks.velocity=8",
                "--set masks.steps=1 --set training.steps=150 --set evaluation.draws=200")
            .ok();
  }

  private static OtdRun evaluated(Path table, Object... more) {
    return OtdRun.line("evaluate", model, "--data", table, more);
  }

  @Test
  void results_and_report_say_that_they_are_weighted() throws IOException {
    assertThat(trained.json().path("weighted_by").asText()).isEqualTo("people");
    assertThat(Files.readString(model.resolve("report.html")))
        .contains("Scores and coverage are weighted by");
    assertThat(Files.readAllLines(model.resolve("test.csv")).get(0)).contains("weight");
  }

  @Test
  void test_rows_are_numbered_as_in_the_file() throws IOException {
    List<String> file = Files.readAllLines(data);
    int minutes = List.of(file.get(0).split(",")).indexOf("minutes");
    List<String> rows = Files.readAllLines(model.resolve("test.csv"));
    List<String> head = List.of(rows.get(0).split(","));
    int observed =
        IntStream.range(0, head.size())
            .filter(i -> head.get(i).endsWith("observed"))
            .findFirst()
            .orElseThrow();
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",", -1);
      String[] line = file.get(Integer.parseInt(cells[0])).split(",", -1);
      assertThat(Double.parseDouble(cells[observed]))
          .as(row)
          .isEqualTo(Double.parseDouble(line[minutes]));
      assertThat(line[line.length - 1]).isNotEqualTo("0");
    }
  }

  @Test
  void the_scores_of_a_table_are_weighted_by_the_column_of_the_training() throws IOException {
    Path truths = table("truths.csv", ROWS, ROWS + 120, WeightWayTest::third);
    OtdRun run = evaluated(truths, "--json");
    assertThat(run.json().path("weighted_by").asText()).isEqualTo("people");
    assertThat(run.json().path("rows").asInt()).isEqualTo(96);
    assertThat(evaluated(truths).out()).contains("(96 rows weighted by \"people\", target units)");

    Path counted = table("counted.csv", ROWS, ROWS + 120, row -> row % 5 == 0 ? "0" : "2");
    Path rest = folder.resolve("rest.csv");
    List<String> lines = Files.readAllLines(counted);
    Files.write(rest, lines.stream().filter(line -> !line.endsWith(",0")).toList());
    assertThat(score(evaluated(counted, "--json")))
        .isCloseTo(score(evaluated(rest, "--json")), within(1e-9));
    assertThat(score(run)).isNotCloseTo(score(evaluated(rest, "--json")), within(1e-9));

    Path plain = folder.resolve("plain.csv");
    Files.write(
        plain, lines.stream().map(line -> line.substring(0, line.lastIndexOf(','))).toList());
    OtdRun without = evaluated(plain, "--json").ok();
    assertThat(without.json().has("weighted_by")).isFalse();
    assertThat(evaluated(plain, "--weight people").code()).isEqualTo(2);
  }

  @Test
  void equal_weights_give_the_scores_of_a_table_without_them() throws IOException {
    Path alike = table("alike.csv", ROWS, ROWS + 60, row -> "2.3");
    Path plain = folder.resolve("no-weights.csv");
    List<String> lines = Files.readAllLines(alike);
    Files.write(
        plain, lines.stream().map(line -> line.substring(0, line.lastIndexOf(','))).toList());
    assertThat(evaluated(alike, "--json").json().path("scores"))
        .isEqualTo(evaluated(plain, "--json").json().path("scores"));
  }

  @Test
  void rows_of_weight_0_are_not_predicted() throws IOException {
    Path table = table("far.csv", ROWS, ROWS + 60, row -> row == ROWS + 7 ? "0" : "1");
    List<String> lines = new ArrayList<>(Files.readAllLines(table));
    String far = lines.get(8).replaceFirst("^[^,]*,[^,]*", "100000,100000");
    assertThat(lines.set(8, far)).isNotEqualTo(far);
    Files.write(table, lines);
    OtdRun run = evaluated(table).ok();
    assertThat(run.err()).contains("1 of 59 rows lies outside the range");
    Files.write(table, lines.stream().map(line -> line.replaceFirst(",0$", ",1")).toList());
    assertThat(evaluated(table).err()).contains("2 of 60 rows lie outside the range");
  }

  @Test
  void a_column_of_the_model_is_no_weight() throws IOException {
    Path truths = table("own.csv", ROWS, ROWS + 60, row -> "1");
    for (String column : List.of("weight_kg", "minutes")) {
      for (String command : List.of("evaluate", "recalibrate")) {
        OtdRun run = OtdRun.line(command, model, "--data", truths, "--weight", column);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
            .contains(
                "--weight: \"%s\" (expected: neither an input nor a target of the model)"
                    .formatted(column));
      }
    }
  }

  private static double score(OtdRun run) throws IOException {
    assertThat(run.code()).as(run.err()).isZero();
    return run.json().at("/scores/energy_score").asDouble();
  }

  @Test
  void bad_rows_are_skipped_with_weights_as_without() throws IOException {
    Path truths = table("bad.csv", ROWS, ROWS + 60, row -> row == ROWS + 7 ? "many" : third(row));
    OtdRun skipped = evaluated(truths, "--bad-rows skip --json").ok();
    assertThat(skipped.json().path("rows").asInt()).isEqualTo(47);
    OtdRun failed = evaluated(truths);
    assertThat(failed.code()).isEqualTo(2);
    assertThat(failed.err()).contains("line 9", "people", "many");
  }

  @Test
  void a_negative_weight_is_refused_with_its_line() throws IOException {
    Path truths = table("negative.csv", ROWS, ROWS + 60, row -> row == ROWS + 7 ? "-1" : "1");
    for (OtdRun run :
        List.of(evaluated(truths), OtdRun.line("recalibrate", model, "--data", truths))) {
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .contains("line 9, column \"people\": -1.0 (expected: the row's weight, at least 0)");
    }
  }

  @Test
  void recalibration_counts_the_rows_by_their_weights() throws IOException {
    Path truths = table("new.csv", ROWS, ROWS + 120, WeightWayTest::third);
    Path same = table("same.csv", ROWS, ROWS + 120, row -> row % 5 == 0 ? "0" : "1");
    JsonNode weighted = recalibrated(truths, "a");
    JsonNode equal = recalibrated(same, "b");
    assertThat(weighted.path("rows").asInt()).isEqualTo(96);
    assertThat(weighted.path("weighted_by").asText()).isEqualTo("people");
    assertThat(weighted.at("/after/energy_score").asDouble())
        .isNotCloseTo(equal.at("/after/energy_score").asDouble(), within(1e-9));
  }

  private static JsonNode recalibrated(Path truths, String name) throws IOException {
    OtdRun run =
        OtdRun.line("recalibrate", model, "--data", truths, "--out", folder.resolve(name), "--json")
            .ok();
    return run.json();
  }

  /** As YAML has it, {@code n} is a form of {@code false}, and quoted in the settings. */
  @Test
  void a_column_whose_name_is_quoted_in_the_settings_counts_too() throws IOException {
    Path truths = renamed(table("quoted.csv", 0, ROWS, WeightWayTest::third));
    Path quoted = folder.resolve("quoted");
    OtdRun.line(
            "train --data",
            truths,
            "--target minutes --weight n --out",
            quoted,
            "--method otd --set model.hidden=16 --set model.members=1 --set masks.velocity=8",
            "--set masks.steps=1 --set training.steps=10 --set evaluation.draws=200")
        .ok();
    Path news = renamed(table("quoted-news.csv", ROWS, ROWS + 120, WeightWayTest::third));
    for (String command : List.of("evaluate", "recalibrate")) {
      OtdRun run = OtdRun.line(command, quoted, "--json --data", news).ok();
      assertThat(run.json().path("weighted_by").asText()).isEqualTo("n");
      assertThat(run.json().path("rows").asInt()).isEqualTo(96);
    }
  }

  private static Path renamed(Path table) throws IOException {
    return Files.writeString(table, Files.readString(table).replaceFirst(",people\n", ",n\n"));
  }
}
