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
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluation of a calibrated model and of predictions from other tools. */
class EvaluationWayTest {
  @TempDir static Path folder;
  private static Path data;
  private static Path model;
  private static JsonNode trained;

  @BeforeAll
  static void train() throws IOException {
    data = ParcelTable.in(folder);
    model = folder.resolve("model");
    OtdRun run =
        train(
                data,
                model,
                "calibration.conformal=normalized",
                "calibration.isotonic=true",
                "calibration.fraction=0.25",
                "evaluation.levels=0.5,0.9,0.99",
                "evaluation.scores=[pinball:0.9, below:30]",
                "evaluation.coverage_by=[traffic]")
            .ok();
    assertThat(run.err())
        .contains(
            "conformal intervals of level 0.99 hold every possible value: 40 calibration rows"
                + " (expected: at least 99)");
    assertThat(run.err())
        .contains("240 training, 80 calibration, 80 test rows; each of the 5 networks");
    trained = run.json();
  }

  private static OtdRun train(Path table, Path out, String... settings) {
    return ParcelTable.train(
        table,
        out,
        "--set model.hidden=16 --set masks.velocity=8 --set training.steps=150",
        "--set masks.steps=1 --set evaluation.draws=200 --set columns.bound=null",
        OtdRun.set(settings));
  }

  @Test
  void parts_are_disjoint_and_all_scores_are_reported_before_and_after_calibration() {
    assertThat(trained.at("/rows/train").asInt()).isEqualTo(192);
    assertThat(trained.at("/rows/calibration").asInt()).isEqualTo(80);
    for (String name :
        List.of("crps", "nll_kde", "pinball", "winkler_0.9", "pit_ks_p", "ause", "mace")) {
      assertThat(trained.path("test").path(name).isNumber()).as(name).isTrue();
      assertThat(trained.path("test_uncalibrated").path(name).isNumber()).as(name).isTrue();
    }
    assertThat(trained.at("/test_conformal/picp_0.99").asDouble()).isEqualTo(1);
    assertThat(trained.path("test_conformal").has("width_0.99")).isFalse();
    assertThat(trained.at("/test_notes/0").asText())
        .isEqualTo(
            "conformal: level 0.99: 80 of 80 intervals are unbounded; width and winkler are not"
                + " defined");
    // 40 and 80 rows: standard error of the coverage at 0.9 is 0.06; three of them.
    assertThat(trained.at("/test_conformal/picp_0.9").asDouble()).isCloseTo(.9, within(.18));
  }

  @Test
  void predictions_have_conformal_intervals_even_if_unbounded() {
    OtdRun run = OtdRun.line("predict", model, "--data", data).ok();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0))
        .endsWith("q0.95,lower_0.5,upper_0.5,lower_0.9,upper_0.9,lower_0.99,upper_0.99,outside");
    assertThat(lines.get(1)).endsWith(",0.0,Infinity,");
    assertThat(run.err()).contains("conformal intervals of level 0.99 hold every possible value");
  }

  @Test
  void evaluate_reports_raw_and_conformal_scores() throws IOException {
    JsonNode scores = OtdRun.line("evaluate", model, "--data", data, "--draws 200 --json").json();
    assertThat(scores.at("/scores/nll_kde").isNumber()).isTrue();
    assertThat(scores.at("/scores_conformal/picp_0.9").isNumber()).isTrue();
    assertThat(scores.at("/scores_conformal/picp_0.95").isMissingNode()).isTrue();
    assertThat(scores.at("/scores_conformal/width_0.9").asDouble()).isPositive();
  }

  @Test
  void coverage_is_shown_in_groups_of_rows_by_any_column_of_the_table() throws IOException {
    List<String> lines = Files.readAllLines(data);
    Path more = folder.resolve("more.csv");
    List<String> wider = new ArrayList<>(List.of(lines.get(0) + ",depot"));
    for (int i = 1; i < lines.size(); i++) {
      wider.add(lines.get(i) + (i % 3 == 0 ? ",north" : i % 3 == 1 ? ",south" : ","));
    }
    Files.write(more, wider);
    List<String> words =
        OtdRun.words(
            "evaluate", model, "--data", more, "--draws 200 --coverage-by depot,distance_km");
    OtdRun run = OtdRun.line(words, "--json").ok();
    JsonNode depots = run.json().at("/coverage_by_group/minutes/0");
    assertThat(depots.path("column").asText()).isEqualTo("depot");
    assertThat(depots.path("groups").findValuesAsText("group"))
        .containsExactly("south", "north", "(missing)");
    int rows = 0;
    double covered = 0;
    for (JsonNode group : depots.path("groups")) {
      rows += group.path("rows").asInt();
      covered += group.path("rows").asInt() * group.path("coverage").asDouble();
      assertThat(group.path("conformal").isNumber()).isTrue();
    }
    assertThat(rows).isEqualTo(lines.size() - 1);
    assertThat(covered / rows).isCloseTo(run.json().at("/scores/picp_0.9").asDouble(), within(.02));
    assertThat(run.json().at("/coverage_by_group/minutes/1/groups")).hasSize(5);
    for (String rest : List.of("", "--bad-rows skip")) {
      assertThat(OtdRun.line(words, rest).out())
          .containsPattern("by depot +rows +covered +expected +conformal")
          .containsPattern("north +133 +[0-9.]+ % ")
          .containsPattern("roup.? by depot ");
    }
    assertThat(trained.at("/test_coverage_by_group/minutes/0/groups/0/rows").asInt()).isPositive();
    assertThat(Files.readString(model.resolve("report.html")))
        .contains("Coverage of minutes by group");
    assertThat(OtdRun.line("evaluate", model, "--data", more, "--coverage-by dept").err())
        .contains("--coverage-by \"dept\": not in the table (expected: one of", "depot");
  }

  @Test
  void a_column_by_which_coverage_is_divided_must_be_in_the_table() {
    assertThat(train(data, folder.resolve("none"), "evaluation.coverage_by=[trafic]").err())
        .contains("evaluation.coverage_by \"trafic\": not in the table", "traffic");
  }

  @Test
  void tails_and_decisions_are_scored_where_they_are_asked_for() throws IOException {
    OtdRun run =
        OtdRun.line(
                "evaluate",
                model,
                "--data",
                data,
                "--draws 200 --tail above:40 --tail upper --loss under:3,over:1",
                "--loss pinball:0.9 --json")
            .ok();
    JsonNode scores = run.json().path("scores");
    assertThat(scores.path("crps_above_40").asDouble())
        .isPositive()
        .isLessThan(scores.path("crps").asDouble());
    assertThat(scores.path("crps_upper_error").asDouble()).isPositive();
    assertThat(scores.path("cost_under_3_over_1").asDouble())
        .isPositive()
        .isLessThan(scores.path("cost_under_3_over_1_by_mean").asDouble());
    // The trained run was to score decisions by the same quantile.
    assertThat(scores.path("cost_pinball_0.9").asDouble())
        .isCloseTo(scores.path("pinball_0.9").asDouble(), within(1e-9));
    assertThat(trained.at("/test/cost_pinball_0.9").isNumber()).isTrue();
    assertThat(trained.at("/test/crps_below_30").isNumber()).isTrue();
  }

  @Test
  void a_part_or_a_cost_that_is_none_is_refused() {
    List<String> words = OtdRun.words("evaluate", model, "--data", data);
    assertThat(OtdRun.line(words, "--tail above:x").err())
        .contains("--tail: above:x (expected: above:NUMBER, below:NUMBER, upper, lower, tails");
    assertThat(OtdRun.line(words, "--loss pinball:1").err())
        .contains("--loss: pinball:1 (expected: pinball:LEVEL");
    assertThat(OtdRun.line(words, "--loss upper").code()).isEqualTo(2);
  }

  @Test
  void predict_writes_the_probability_of_each_threshold() {
    List<String> words = OtdRun.words("predict", model, "--data", data);
    OtdRun run = OtdRun.line(words, "--thresholds -1e9,40,1e9 --quantiles 0.5").ok();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0)).contains("q0.5,below_-1000000000,below_40,below_1000000000,lower_");
    List<String> names = List.of(lines.get(0).split(",", -1));
    String[] cells = lines.get(1).split(",", -1);
    int first = names.indexOf("below_-1000000000");
    assertThat(Double.parseDouble(cells[first])).isZero();
    assertThat(Double.parseDouble(cells[first + 1])).isBetween(0.0, 1.0);
    assertThat(Double.parseDouble(cells[first + 2])).isEqualTo(1);
    assertThat(OtdRun.line(words, "--thresholds NaN").err())
        .contains("--thresholds: NaN (expected: finite numbers)");
  }

  @Test
  void predict_writes_the_variance_within_and_between_the_networks() throws IOException {
    OtdRun run = OtdRun.line("predict", model, "--data", data, "--parts --json").ok();
    double sum = 0;
    for (JsonNode row : run.json().path("predictions")) {
      double std = row.path("std").asDouble();
      double between = row.path("variance_between").asDouble();
      assertThat(between).isNotNegative();
      sum += between;
      assertThat(row.path("variance_within").asDouble() + between)
          .isCloseTo(std * std, within(1e-6 * std * std));
    }
    assertThat(sum).isPositive();
  }

  @Test
  void samples_written_by_predict_score_like_the_model() throws IOException {
    Path draws = folder.resolve("draws.csv");
    OtdRun.line("predict", model, "--data", data, "--draws 200 --samples 200 --out", draws).ok();
    JsonNode own = OtdRun.line("evaluate", model, "--data", data, "--draws 200 --json").json();
    OtdRun run =
        OtdRun.line("evaluate --samples", draws, "--truth", data, "--target minutes --json").ok();
    assertThat(run.json().path("kind").asText()).isEqualTo("draws");
    assertThat(run.json().path("draws").asInt()).isEqualTo(200);
    for (String name : List.of("rmse", "crps", "pinball", "width_0.9")) {
      // Written with the digits of float32.
      double expected = own.path("scores").path(name).asDouble();
      assertThat(run.json().path("scores").path(name).asDouble())
          .as(name)
          .isCloseTo(expected, within(1e-5 * expected));
    }
  }

  @Test
  void evaluates_either_a_model_or_samples_but_not_both() {
    OtdRun neither = OtdRun.line("evaluate --data", data);
    assertThat(neither.code()).isEqualTo(2);
    assertThat(neither.err()).contains("MODEL and --samples: neither (expected: exactly one)");
    OtdRun mixed = OtdRun.line("evaluate --samples", data, "--data", data);
    assertThat(mixed.err()).contains("--data: " + data);
    OtdRun alone = OtdRun.line("evaluate --samples", data);
    assertThat(alone.err()).contains("--truth: not given (expected: a file)");
  }

  @Test
  void options_that_would_be_ignored_are_refused() {
    String table = data.toString();
    for (List<String> option :
        List.of(
            List.of("--truth", table),
            List.of("--target", "minutes"),
            List.of("--quantile-levels"),
            List.of("--bandwidth", "0.5"),
            List.of("--validation-samples", table),
            List.of("--validation-truth", table))) {
      OtdRun run = OtdRun.line("evaluate", model, "--data", data, option);
      assertThat(run.code()).as(option.get(0)).isEqualTo(2);
      assertThat(run.err())
          .startsWith("otd: " + option.get(0) + ": ")
          .contains("MODEL with --data");
    }
    for (List<String> option :
        List.of(
            List.of("--draws", "20"), List.of("--missing", "x"), List.of("--query", "select"))) {
      OtdRun run = OtdRun.line("evaluate --samples", data, "--truth", data, option);
      assertThat(run.code()).as(option.get(0)).isEqualTo(2);
      assertThat(run.err())
          .contains("--samples: with --draws, --query, --weight or options of a table");
    }
    for (String name : List.of("p.csv.gz", "p.jsonl", "p.npz")) {
      OtdRun run = OtdRun.line("predict", model, "--data", data, "--out", folder.resolve(name));
      assertThat(run.code()).as(name).isEqualTo(2);
      assertThat(run.err()).contains(name + " (expected: .csv, .parquet)");
    }
    OtdRun both =
        OtdRun.line(
            "evaluate --samples",
            data,
            "--truth",
            data,
            "--target minutes --bandwidth 0.5 --validation-samples",
            data,
            "--validation-truth",
            data);
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("--bandwidth: 0.5, with --validation-samples");
  }

  @Test
  void an_extreme_row_is_reported_with_its_line_and_column() throws IOException {
    Path far =
        Files.writeString(
            folder.resolve("far.csv"),
            "distance_km,traffic,weight_kg,minutes\n3,0.5,1,20\n3,3e38,1,20\n");
    for (String command : List.of("predict", "evaluate")) {
      OtdRun run = OtdRun.line(command, model, "--data", far);
      assertThat(run.code()).as(command).isEqualTo(2);
      assertThat(run.err())
          .contains("far.csv, line 3: the prediction is not finite; \"traffic\" is 3e38,")
          .doesNotContain("internal error");
    }
  }

  @Test
  void an_extreme_test_row_costs_the_test_metrics_but_not_the_model() throws IOException {
    List<String> lines = new ArrayList<>(ParcelTable.csv().lines().toList());
    Path folds =
        Files.writeString(
            folder.resolve("folds.csv"),
            "fold\n"
                + lines.stream()
                    .skip(1)
                    .map(line -> line.equals(lines.get(7)) ? "1\n" : "0\n")
                    .collect(Collectors.joining()));
    int place = List.of(lines.get(0).split(",", -1)).indexOf("traffic");
    String[] cells = lines.get(7).split(",");
    cells[place] = "3e38";
    lines.set(7, String.join(",", cells));
    Path far = Files.write(folder.resolve("far-test.csv"), lines);
    Path out = folder.resolve("far-model");
    OtdRun run = train(far, out, "data.folds=" + folds, "data.fold=1", "training.steps=10").ok();
    assertThat(run.err())
        .contains("no test metrics: " + far + ", line 8: the prediction is not finite");
    assertThat(run.json().has("test")).isFalse();
    assertThat(OtdRun.line("inspect", out).code()).isZero();
  }

  @Test
  void extreme_validation_rows_are_reported_and_the_report_is_still_written() throws IOException {
    List<String> lines = new ArrayList<>(ParcelTable.csv().lines().toList());
    int place = List.of(lines.get(0).split(",", -1)).indexOf("distance_km");
    // With these, no training row differs in the column, and its scale is 1.
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",");
      cells[place] = "1";
      lines.set(i, String.join(",", cells));
    }
    Path plain = Files.write(folder.resolve("plain.csv"), lines);
    List<Integer> validation = validationRows(plain);
    String[] cells = lines.get(validation.get(0) + 1).split(",");
    cells[place] = "3e38";
    lines.set(validation.get(0) + 1, String.join(",", cells));
    Path far = Files.write(folder.resolve("far-validation.csv"), lines);
    Path out = folder.resolve("far-validation");
    OtdRun run = train(far, out, "training.steps=20", "data.validation=shared").ok();
    assertThat(run.err())
        .contains(
            "the validation score is infinite: %s, line %d: the prediction is not finite"
                .formatted(far, validation.get(0) + 2))
        .contains("no calibration of the spread: " + far);
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("validation scores are infinite and not shown");
  }

  private static List<Integer> validationRows(Path table) {
    io.otd.train.settings.Settings settings =
        new io.otd.train.settings.SettingsReader()
            .value("data.file", List.of(table.toString()), "test")
            .value("data.target", List.of("minutes"), "test")
            .value("data.validation", List.of("shared"), "test")
            .settings();
    return java.util.Arrays.stream(
            io.otd.train.internal.preparation.PreparedTable.read(settings).split().validation())
        .boxed()
        .toList();
  }

  @Test
  void too_few_calibration_rows_are_reported_before_training() throws IOException {
    Path tiny =
        Files.write(folder.resolve("tiny.csv"), ParcelTable.csv().lines().limit(6).toList());
    OtdRun run =
        train(
            tiny,
            folder.resolve("tiny"),
            "calibration.conformal=cqr",
            "calibration.isotonic=true",
            "calibration.fraction=0.1");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("calibration.fraction: 0.1 gives 1 row (expected: at least 2)");
  }
}
