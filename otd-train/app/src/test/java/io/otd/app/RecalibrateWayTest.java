// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.trained.ModelDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Truths arrive, and a model gets its next version. */
class RecalibrateWayTest {
  @TempDir static Path folder;
  private static Path data;
  private static Path model;

  @BeforeAll
  static void train() throws IOException {
    data = rows("parcels.csv", 0, 200);
    model = folder.resolve("run");
    OtdRun.line(
            "train --data",
            data,
            "--target minutes --method otd --out",
            model,
            "--set model.hidden=16 --set model.members=1 --set masks.velocity=8",
            "--set masks.steps=1 --set training.steps=150 --set evaluation.draws=200")
        .ok();
  }

  /** Some rows of the quickstart's table. */
  private static Path rows(String name, int from, int to) throws IOException {
    List<String> lines = ParcelTable.csv(to).lines().toList();
    List<String> some = new ArrayList<>(lines.subList(0, 1));
    some.addAll(lines.subList(1 + from, 1 + to));
    return Files.write(folder.resolve(name), some);
  }

  private static OtdRun recalibrated(Path truths, Object... more) {
    return OtdRun.line("recalibrate", model, "--data", truths, more);
  }

  @Test
  void the_next_version_stands_beside_the_model_and_can_be_exported() throws IOException {
    Path truths = rows("truths.csv", 200, 350);
    OtdRun run = recalibrated(truths, "--json").ok();
    JsonNode json = run.json();
    Path next = folder.resolve("run-2");
    assertThat(json.path("out").asText()).isEqualTo(next.toString());
    assertThat(json.path("rows").asInt()).isEqualTo(150);
    assertThat(json.at("/after/energy_score").asDouble())
        .isLessThanOrEqualTo(json.at("/before/energy_score").asDouble() * 1.001);
    assertThat(json.at("/before").has("picp_0.9")).isTrue();
    assertThat(ModelDirectory.isModel(next)).isTrue();
    // A second one does not replace the first.
    assertThat(recalibrated(truths).out()).contains("energy_score", "model      ", "run-3");

    OtdRun evaluated = OtdRun.line("evaluate", next, "--data", truths, "--json");
    assertThat(evaluated.err()).contains("the model was calibrated on this table");
    OtdRun.line("export", next, "--to", folder.resolve("export")).ok();
    OtdRun parts =
        OtdRun.line("predict", folder.resolve("export"), "--data", truths, "--parts").ok();
    assertThat(parts.out().lines().findFirst().orElseThrow())
        .contains("std,variance_within,variance_between,");
  }

  @Test
  void the_next_version_stands_beside_a_model_that_is_named_by_a_dot() throws Exception {
    Path truths = rows("dot.csv", 200, 300);
    Path here = folder.resolve("elsewhere").resolve("model");
    assertThat(recalibrated(truths, "--out", here).code()).isZero();
    OtdRun.line("recalibrate", here, "--data", truths).ok();
    Process process =
        OtdProcess.start(here, List.of(), List.of("recalibrate", ".", "--data", truths.toString()));
    String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(errors).isZero();
    for (String next : List.of("model-2", "model-3")) {
      assertThat(ModelDirectory.isModel(here.resolveSibling(next))).isTrue();
      assertThat(here.resolve(next)).doesNotExist();
    }
  }

  @Test
  void it_refuses_what_it_cannot_do_and_writes_nothing() throws IOException {
    Path few = rows("few.csv", 350, 370);
    Path out = folder.resolve("refused");
    assertThat(recalibrated(few, "--out", out).err())
        .contains("--data: 20 rows that count (expected: at least 50");
    assertThat(recalibrated(data, "--out", out).err())
        .contains("--data: the table that the model was trained on");
    assertThat(recalibrated(few, "--weights --out", out).err())
        .contains("--weights: of one component (expected: a pool of several)");
    assertThat(out).doesNotExist();
    assertThat(recalibrated(few, "--out", folder).err())
        .contains("(expected: a directory that is not there)");
    assertThat(Files.exists(out)).isFalse();
  }
}
