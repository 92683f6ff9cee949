// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One small model end to end: train, inspect, evaluate, predict, export. */
class TableWayTest {
  @TempDir static Path folder;
  private static Path data;
  private static Path model;
  private static JsonNode trained;
  private static Path export;

  @BeforeAll
  static void train() throws IOException {
    data = ParcelTable.in(folder);
    model = folder.resolve("model");
    trained = train(data, model).ok().json();
    export = folder.resolve("export");
    OtdRun run = OtdRun.line("export", model, "--to", export, "--bank 400 --json").ok();
    assertThat(run.json().path("version").asInt()).isEqualTo(1);
  }

  private static OtdRun train(Path table, Path out, String... settings) {
    return ParcelTable.train(
        table,
        out,
        "--set model.hidden=16 --set masks.velocity=8 --set training.steps=400",
        "--set evaluation.draws=200",
        OtdRun.set(settings));
  }

  @Test
  void the_answer_reports_row_counts_metrics_and_paths() {
    assertThat(trained.path("status").asText()).isEqualTo("completed");
    // For one of five members: together the 320 rows that are not test rows.
    assertThat(trained.at("/rows/train").asInt()).isEqualTo(256);
    assertThat(trained.at("/rows/validation").asInt()).isEqualTo(64);
    assertThat(trained.at("/rows/test").asInt()).isEqualTo(80);
    // Minutes lie between 9 and 90 with standard deviation 16, most of which a line explains.
    assertThat(trained.at("/test/rmse").asDouble()).isBetween(3.0, 13.0);
    assertThat(trained.at("/test/energy_score").asDouble()).isBetween(1.5, 8.0);
    assertThat(trained.at("/test/mace").asDouble()).isBetween(0.0, 0.5);
    assertThat(trained.at("/test/picp_0.9").isNumber()).isTrue();
    assertThat(trained.at("/test/width_0.9").isNumber()).isTrue();
    assertThat(Path.of(trained.path("report").asText())).isRegularFile();
    assertThat(model.resolve("settings.yaml")).isRegularFile();
    assertThat(model.resolve("result.json")).isRegularFile();
  }

  @Test
  void the_answer_has_its_fields_in_a_fixed_order() throws IOException {
    assertThat(trained.fieldNames())
        .toIterable()
        .containsExactly(
            "status",
            "stopped_early",
            "directory",
            "report",
            "targets",
            "rows",
            "method",
            "steps",
            "members",
            "validation_score",
            "validation",
            "spread_factor",
            "spread_power",
            "test",
            "test_uncalibrated",
            "test_rows_sha256",
            "provenance",
            "settings");
    long steps = 0;
    for (JsonNode member : trained.path("members")) {
      assertThat(member.fieldNames())
          .toIterable()
          .containsExactly("steps", "best_step", "validation_score", "spread_factor");
      assertThat(member.path("best_step").asLong()).isBetween(1L, member.path("steps").asLong());
      steps += member.path("steps").asLong();
    }
    assertThat(trained.path("steps").asLong()).isEqualTo(steps);
    assertThat(trained.path("test")).isNotEqualTo(trained.path("test_uncalibrated"));
    assertThat(new ObjectMapper().readTree(model.resolve("result.json").toFile()))
        .isEqualTo(trained);
  }

  @Test
  void the_same_seed_reproduces_the_scores_and_a_finished_run_is_not_overwritten()
      throws IOException {
    OtdRun again = train(data, folder.resolve("again"));
    assertThat(again.json().path("test")).isEqualTo(trained.path("test"));
    OtdRun over = train(data, model);
    assertThat(over.code()).isEqualTo(2);
    assertThat(over.err()).contains("already exists");
    OtdRun resumed = OtdRun.line("train --resume", model);
    assertThat(resumed.code()).isEqualTo(2);
    assertThat(resumed.err()).contains("the run is finished");
  }

  @Test
  void trains_a_model_without_test_and_validation_rows() throws IOException {
    Path whole = folder.resolve("whole");
    OtdRun run =
        train(data, whole, "data.test_fraction=0", "data.validation_fraction=0", "training.steps=2")
            .ok();
    assertThat(run.json().at("/rows/train").asInt()).isEqualTo(400);
    assertThat(run.json().has("test")).isFalse();
    JsonNode facts = OtdRun.line("inspect", whole, "--json").json();
    assertThat(facts.path("kind").asText()).isEqualTo("trained model");
    assertThat(facts.at("/metrics/training.steps").asInt()).isEqualTo(5 * 2);
  }

  @Test
  void a_table_of_twenty_rows_is_enough() throws IOException {
    Path tiny =
        Files.write(folder.resolve("tiny.csv"), ParcelTable.csv().lines().limit(21).toList());
    OtdRun run =
        train(tiny, folder.resolve("tiny"), "training.steps=3", "masks.steps=1", "model.hidden=8")
            .ok();
    assertThat(run.json().at("/rows/validation").asInt()).isEqualTo(4);
  }

  @Test
  @Tag("long")
  void trains_with_other_mask_laws_losses_and_solvers() throws IOException {
    for (String law :
        List.of(
            "masks.law=bernoulli masks.p=0.9 loss.type=squared_error",
            "masks.law=deterministic loss.type=squared_error",
            "masks.steps=0 training.schedule=cosine",
            "masks.solver=heun training.batch=0 training.clip_norm=1")) {
      String[] settings = (law + " training.steps=5").split(" ");
      OtdRun run = train(data, folder.resolve(settings[0]), settings).ok();
      assertThat(run.json().at("/test/rmse").asDouble()).as(law).isBetween(1.0, 40.0);
    }
  }

  @Test
  void inspect_shows_columns_and_metrics_of_trained_and_exported_models() throws IOException {
    JsonNode facts = OtdRun.line("inspect", model, "--json").json();
    assertThat(facts.path("kind").asText()).isEqualTo("trained model");
    assertThat(facts.at("/inputs/0/name").asText()).isEqualTo("distance_km");
    assertThat(facts.at("/metrics/test.rmse").asDouble())
        .isEqualTo(trained.at("/test/rmse").asDouble());
    assertThat(facts.at("/settings/data.file").asText()).isEqualTo("parcels.csv");
    assertThat(facts.at("/provenance/data_sha256").asText()).hasSize(64);
    JsonNode served = OtdRun.line("inspect", export, "--json").json();
    assertThat(served.path("kind").asText()).isEqualTo("SavedModel");
    assertThat(served.path("metrics")).isEqualTo(facts.path("metrics"));
  }

  @Test
  void columns_are_matched_by_name_and_others_ignored() throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("new.csv"),
            "note,traffic,weight_kg,distance_km\nfirst,0.5,1,3\n,0.9,2,18\n");
    Path out = folder.resolve("predictions.csv");
    OtdRun.line(
            "predict", model, "--data", rows, "--out", out, "--quantiles .05,.5,.95 --samples 2")
        .ok();
    Table predictions = TableReader.read(out, ColumnSelection.all()).table();
    assertThat(predictions.names())
        .containsExactly(
            "mean", "std", "q0.05", "q0.5", "q0.95", "sample_1", "sample_2", "outside");
    assertThat(predictions.rows()).isEqualTo(2);
    double[] mean = Numbers.of(predictions, "mean");
    assertThat(mean[1]).as("a longer way takes longer").isGreaterThan(mean[0] + 10);
    assertThat(Numbers.of(predictions, "q0.05")[0]).isLessThan(Numbers.of(predictions, "q0.95")[0]);
  }

  @Test
  void predictions_are_printed_as_a_table_or_as_json() throws IOException {
    OtdRun table = OtdRun.line("predict", model, "--data", data);
    assertThat(table.out().lines()).hasSize(401);
    assertThat(OtdRun.line("predict", model, "--data", data, "--out -").out())
        .isEqualTo(table.out());
    JsonNode json = OtdRun.line("predict", model, "--data", data, "--json").json();
    assertThat(json.path("predictions")).hasSize(400);
    assertThat((float) json.at("/predictions/7/mean").asDouble())
        .isEqualTo(Float.parseFloat(table.out().lines().toList().get(8).replaceFirst(",.*", "")));
  }

  /** A different text in each row only names it. */
  @Test
  void identifiers_of_the_training_table_are_kept_where_there_are_any() throws IOException {
    StringBuilder text = new StringBuilder("parcel,x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append("P-%d,%d,%d\n".formatted(i, i % 7, i % 7 * 2));
    }
    Path table = Files.writeString(folder.resolve("named.csv"), text);
    Path named = folder.resolve("named");
    OtdRun.line(
            "train",
            table,
            "--target y --method otd --set model.members=1 --set model.hidden=8",
            "--set masks.velocity=8 --set masks.steps=1 --set training.steps=20",
            "--set evaluation.draws=200 --out",
            named)
        .ok();
    Path asked = Files.writeString(folder.resolve("asked.csv"), "x,parcel\n1,Q-1\n2,Q-2\n");
    Path without = Files.writeString(folder.resolve("without.csv"), "x\n1\n");

    List<String> lines = OtdRun.line("predict", named, "--data", asked).out().lines().toList();

    assertThat(lines.get(0)).startsWith("parcel,mean,");
    assertThat(lines.get(2)).startsWith("Q-2,");
    assertThat(OtdRun.line("predict", named, "--data", without).out()).startsWith("mean,");
  }

  /** Of 1e9 + 2x float32 keeps nothing: its steps are 64. */
  @Test
  void predictions_of_a_target_far_from_zero_keep_their_digits() throws IOException {
    StringBuilder text = new StringBuilder("x,y\n");
    for (int i = 0; i < 80; i++) {
      text.append("%d,%d\n".formatted(i % 10, 1_000_000_000 + 2 * (i % 10)));
    }
    Path table = Files.writeString(folder.resolve("offset.csv"), text);
    Path offset = folder.resolve("offset");
    OtdRun trained =
        OtdRun.line(
            "train",
            table,
            "--target y --method otd --set model.members=1 --set model.hidden=16",
            "--set masks.velocity=8 --set masks.steps=1 --set training.steps=300",
            "--set evaluation.draws=200 --out",
            offset);
    assertThat(trained.err()).containsPattern("values near 1000000[0-9]{3} in steps of 64");
    List<String> predict = OtdRun.words("predict", offset, "--data", table);
    JsonNode scores = OtdRun.line("evaluate", offset, "--data", table, "--json").json();

    List<String> rows = OtdRun.line(predict).out().lines().skip(1).toList();
    double squares = 0;
    for (int i = 0; i < rows.size(); i++) {
      double mean = Double.parseDouble(rows.get(i).split(",", -1)[0]);
      squares += Math.pow(mean - (1_000_000_000 + 2 * (i % 10)), 2);
    }

    // The mean is that of the same draws; the text has all digits of a double.
    assertThat(Math.sqrt(squares / rows.size()))
        .isCloseTo(scores.at("/scores/rmse").asDouble(), within(1e-6))
        .isLessThan(3);
    Path served = folder.resolve("offset-export");
    OtdRun.line("export", offset, "--to", served, "--bank 200");
    assertThat(OtdRun.line("evaluate", served, "--data", table).err())
        .contains("an export answers in float32", "values near 1000000010 in steps of 64");
    Path written = folder.resolve("offset.parquet");
    OtdRun.line(predict, "--out", written).ok();
    assertThat(Arrays.stream(TableReader.read(written).table().numbers("mean")).distinct().count())
        .isGreaterThan(5);
  }

  @Test
  void evaluating_on_the_training_table_is_reported() throws IOException {
    OtdRun same = OtdRun.line("evaluate", model, "--data", data, "--json");
    assertThat(same.err()).contains("the model was trained on this table");
    assertThat(same.json().path("trained_on_this_table").asBoolean()).isTrue();
    Path rows =
        Files.write(folder.resolve("rows.csv"), ParcelTable.csv().lines().limit(50).toList());
    OtdRun other = OtdRun.line("evaluate", model, "--data", rows, "--json");
    assertThat(other.err()).doesNotContain("trained on");
    assertThat(other.json().at("/trained_on_this_table").isBoolean()).isTrue();
    assertThat(other.json().path("trained_on_this_table").asBoolean()).isFalse();
  }

  @Test
  void predicting_into_a_missing_directory_fails_before_anything_is_read() {
    Path out = folder.resolve("missing").resolve("p.csv");
    OtdRun run = OtdRun.line("predict no-model --data no-data --out", out);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--out: " + out).contains(out.getParent() + " does not");
  }

  @Test
  void a_diverging_run_reports_where_its_last_good_state_is() {
    Path diverged = folder.resolve("diverged");
    OtdRun run = train(data, diverged, "training.learning_rate=1e30");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("It is in " + diverged)
        .contains("otd train " + diverged.resolve("settings.yaml"))
        .contains("--set training.learning_rate=5.0E29");
  }

  @Test
  void an_exported_model_scores_like_the_trained_one() throws IOException {
    JsonNode own = OtdRun.line("evaluate", model, "--data", data, "--json").json();
    JsonNode served = OtdRun.line("evaluate", export, "--data", data, "--json").json();
    assertThat(served.path("draws").asInt()).isEqualTo(400);
    assertThat(served.path("trained_on_this_table").asBoolean()).isTrue();
    // 1000 and 400 draws from the same distribution: the scores differ only by sampling error.
    double score = own.at("/scores/energy_score").asDouble();
    assertThat(served.at("/scores/energy_score").asDouble()).isCloseTo(score, within(0.05 * score));
    double rmse = own.at("/scores/rmse").asDouble();
    assertThat(served.at("/scores/rmse").asDouble()).isCloseTo(rmse, within(0.03 * rmse));
  }
}
