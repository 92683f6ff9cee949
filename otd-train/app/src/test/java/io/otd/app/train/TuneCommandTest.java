// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.app.OtdRun;
import io.otd.app.ParcelTable;
import io.otd.train.internal.tuning.SearchSpace;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search for settings on the command line, and the messages for bad input. */
class TuneCommandTest {
  @TempDir Path folder;

  private OtdRun tune(Object... more) throws IOException {
    Path data = ParcelTable.in(folder);
    return OtdRun.line("tune --data", data, "--target minutes", more);
  }

  private void refused(String expected, Object... more) throws IOException {
    OtdRun run = tune(more);
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(expected).doesNotContain("internal error");
    assertThat(folder.resolve("search")).doesNotExist();
  }

  @Test
  @Tag("long")
  void the_best_settings_found_can_be_trained() throws IOException {
    Path space =
        Files.writeString(
            folder.resolve("space.yaml"),
            """
            training.learning_rate: {log_uniform: [1e-3, 1e-2]}
            training.batch: {choice: [32]}
            loss.action_weight: {log_uniform: [1e-3, 1e-2]} # follows from the table in trial 0
            """);
    Path out = folder.resolve("search");
    OtdRun run =
        tune(
                "--space",
                space,
                "--trials 2 --eta 2 --steps 40 --out",
                out,
                "--set model.hidden=8,8 --set masks.velocity=8 --set masks.steps=1 --set training.batch=64 --set training.validate_every=4 --set evaluation.draws=100 --json")
            .ok();
    assertThat(run.err())
        .contains("80 rows, not used by the search", "2 trials to step 20, 1 trial to step 40")
        .contains("trial-001: paused at step 20, validation ");
    JsonNode json = run.json();
    assertThat(json.path("status").asText()).isEqualTo("completed");
    assertThat(json.path("trials")).hasSize(2);
    // Fixed by --set, and therefore not searched.
    assertThat(json.at("/trials/1/values").properties()).hasSize(2);
    String best = json.path("best_settings").asText();
    assertThat(OtdRun.line("tune --resume", out).err()).contains("is finished");
    assertThat(OtdRun.line("train --resume", out).err()).contains("otd tune --resume " + out);
    OtdRun trained =
        OtdRun.line(
                "train",
                Path.of(best),
                "--set training.steps=8 --set model.members=1 --json --out",
                folder.resolve("trained"))
            .ok();
    assertThat(trained.json().at("/settings/training.learning_rate").asText())
        .isEqualTo(settingsOf(json).path("training.learning_rate").asText(""))
        .isNotEmpty();
    assertThat(trained.json().at("/rows/test").asInt()).isEqualTo(80);
  }

  /** Settings of the best trial, in the written format. */
  private static JsonNode settingsOf(JsonNode json) {
    return json.at("/best/values");
  }

  @Test
  void the_printed_space_is_a_valid_space_file() throws IOException {
    OtdRun printed = tune("--print-space").ok();
    assertThat(printed.out().strip())
        .isEqualTo(SearchSpace.standard(Settings.STANDARD).yaml().strip());
    Path space = Files.writeString(folder.resolve("space.yaml"), printed.out());
    assertThat(tune("--print-space --space", space).out()).isEqualTo(printed.out());
    assertThat(tune("--print-space --set masks.p=0.5").out()).doesNotContain("masks.p");
    // The documentation shows it.
    assertThat(Files.readString(Path.of("../../docs/tuning.md"))).contains(printed.out().strip());
  }

  @Test
  void bad_input_is_reported_before_anything_is_written() throws IOException {
    Path out = folder.resolve("search");
    refused("--trials: 1 (expected: at least 2)", "--out", out, "--trials 1");
    refused("--eta: 1 (expected: at least 2)", "--out", out, "--eta 1");
    refused("--steps: 0 (expected: at least 1)", "--out", out, "--steps 0");
    refused("--jobs: 0 (expected: at least 1)", "--out", out, "--jobs 0");
    refused("no such file", "--out", out, "--space", folder.resolve("none.yaml"));
    refused("data.fold: not given (expected: the fold", "--out", out, "--folds 5");
    refused("data.validation_fraction: 0", "--out", out, "--set data.validation_fraction=0");
    refused("did you mean \"model.hidden\"", "--out", out, "--set model.hiden=8");
    Path space = Files.writeString(folder.resolve("s.yaml"), "masks.p: {uniform: [0.1, 0.9]}\n");
    refused(
        "all settings of the search space are fixed",
        "--out",
        out,
        "--space",
        space,
        "--set masks.p=0.5");
    refused("(expected: alone", "--resume", out, "--trials 3");
    OtdRun none = OtdRun.line("tune --resume", folder);
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("no search.yaml in it");
  }
}
