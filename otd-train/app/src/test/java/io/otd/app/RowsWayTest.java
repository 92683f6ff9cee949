// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows to be predicted or scored that are not as those of training, and columns kept of them. */
class RowsWayTest {
  @TempDir static Path folder;
  private static Path model;

  /** What is predicted does not matter here. */
  @BeforeAll
  static void train() throws IOException {
    Path data = ParcelTable.in(folder);
    model = folder.resolve("model");
    ParcelTable.train(
            data,
            model,
            "--method otd --set model.hidden=8 --set masks.velocity=4 --set model.members=1",
            "--set masks.steps=1 --set training.steps=20 --set evaluation.draws=50")
        .ok();
  }

  /** Line 3 has a text, line 4 a missing cell, line 5 a cell too few, line 6 a distance far off. */
  private static OtdRun predictedWithBadRows(Object... options) throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("bad.csv"),
            "distance_km,weight_kg,traffic\n3,1,.5\nfar,1,.5\n3,,.5\n3,1\n900,1,.5\n");
    return OtdRun.line("predict", model, "--data", rows, options);
  }

  @Test
  void rows_that_cannot_be_predicted_are_an_error() throws IOException {
    OtdRun run = predictedWithBadRows();
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("line 3, column \"distance_km\": \"far\"", "line 5: 2 values (expected: 3");
  }

  @Test
  void bad_rows_are_skipped_and_the_others_keep_their_numbers() throws IOException {
    OtdRun run = predictedWithBadRows("--bad-rows skip --quantiles .5").ok();
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).isEqualTo("row,mean,std,q0.5,outside");
    assertThat(lines.get(1)).startsWith("1,").endsWith(",");
    assertThat(lines.get(2)).startsWith("3,").endsWith(",");
    assertThat(lines.get(3)).startsWith("5,").endsWith(",distance_km");
    assertThat(run.err())
        .contains(
            "2 of 5 rows skipped",
            "the first: ",
            "bad.csv, line 3, column \"distance_km\": \"far\"",
            "of 3 rows: \"weight_kg\" 1 (as ")
        .contains("1 of 5 rows lies outside the range of the training rows");
    assertThat(lines.get(1)).startsWith("1," + alone().replaceFirst(",.*", "") + ",");
  }

  /** The same row in a table without bad rows. */
  private static String alone() throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("good.csv"), "distance_km,weight_kg,traffic\n3,1,.5\n900,1,.5\n");
    return OtdRun.line("predict", model, "--data", rows).out().lines().toList().get(1);
  }

  /** The warning names all columns with their gaps, and what is put in their place. */
  @Test
  void a_gap_that_training_had_none_of_is_no_error() throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("gaps.csv"),
            "distance_km,weight_kg,traffic,minutes\n3,,.5,20\n3,1,,20\n,1,.5,20\n,1,.5,20\n");
    for (String command : List.of("predict", "evaluate")) {
      OtdRun run = OtdRun.line(command, model, "--data", rows).ok();
      assertThat(run.err().lines().filter(line -> line.contains("missing cells")).toList())
          .singleElement(InstanceOfAssertFactories.STRING)
          .contains(
              "of 4 rows: \"distance_km\" 2 (as ", "\"weight_kg\" 1 (as ", "\"traffic\" 1 (as ");
    }
  }

  @Test
  void evaluate_skips_rows_that_cannot_be_scored() throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("unscorable.csv"),
            "distance_km,weight_kg,traffic,minutes\n3,1,.5,20\n3,1,.5,\nfar,1,.5,20\n4,1,.5,25\n");
    List<String> words = OtdRun.words("evaluate", model, "--data", rows, "--json");
    OtdRun failed = OtdRun.line(words);
    assertThat(failed.code()).isEqualTo(2);

    OtdRun run = OtdRun.line(words, "--bad-rows skip").ok();
    assertThat(run.json().path("rows").asInt()).isEqualTo(2);
    assertThat(run.json().path("bad_rows").asInt()).isEqualTo(2);
    assertThat(run.err()).contains("2 of 4 rows skipped", "line 3, target \"minutes\": missing");
  }

  @Test
  void columns_are_kept_beside_the_predictions() throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("kept.csv"),
            "order,distance_km,weight_kg,traffic,\"depot, town\"\n007,3,1,.5,x\n8,,1,.5,\"y, z\"\n");
    OtdRun run =
        OtdRun.of(
                "predict",
                model.toString(),
                "--data",
                rows.toString(),
                "--keep",
                "order,\"depot, town\"",
                "--keep",
                "distance_km",
                "--quantiles",
                ".5")
            .ok();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("order,\"depot, town\",distance_km,mean,std,q0.5,outside");
    assertThat(lines.get(1)).startsWith("007,x,3,");
    assertThat(lines.get(2)).startsWith("8,\"y, z\",,");
  }

  @Test
  void bad_rows_are_flagged_with_the_reason() throws IOException {
    OtdRun run = predictedWithBadRows("--bad-rows flag --quantiles .5").ok();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("mean,std,q0.5,outside,problem");
    assertThat(lines.get(1)).endsWith(",,");
    assertThat(lines.get(2)).startsWith(",,,,").contains("line 3, column").contains("far");
    assertThat(lines.get(3)).doesNotStartWith(",").endsWith(",,");
    assertThat(lines.get(4)).startsWith(",,,,").contains("line 5: 2 values");
    assertThat(lines.get(5)).endsWith(",distance_km,");
    JsonNode json = predictedWithBadRows("--bad-rows flag --json").json();
    assertThat(json.path("bad_rows").asInt()).isEqualTo(2);
    assertThat(json.path("outside_rows").asInt()).isOne();
    assertThat(json.at("/predictions/1/problem").asText()).contains("line 3");
    assertThat(json.at("/predictions/1").has("mean")).isFalse();
    assertThat(json.at("/predictions/4/outside/0").asText()).isEqualTo("distance_km");
  }

  @Test
  void a_missing_input_column_is_reported() throws IOException {
    Path rows = Files.writeString(folder.resolve("less.csv"), "distance,traffic\n1,2\n");
    OtdRun run = OtdRun.line("predict", model, "--data", rows);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("\"distance_km\": not in the table").contains("\"weight_kg\"");
    assertThat(run.err()).contains("did you mean \"distance\"?");
  }
}
