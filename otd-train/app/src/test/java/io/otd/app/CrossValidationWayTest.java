// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.trained.ModelDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two cross-validations on the command line, and their comparison. */
@Tag("long")
class CrossValidationWayTest {
  @TempDir Path folder;

  private OtdRun train(String name, Object... more) throws IOException {
    Path data = ParcelTable.in(folder);
    return ParcelTable.train(
        data,
        folder.resolve(name),
        "--set model.hidden=8,8 --set model.members=1 --set masks.velocity=8 --set masks.steps=1",
        "--set training.steps=100 --set training.validate_every=25 --set evaluation.draws=100",
        more);
  }

  @Test
  void two_cross_validations_are_compared_fold_by_fold() throws IOException {
    OtdRun one = train("one", "--folds 3").ok();
    assertThat(one.json().path("folds")).hasSize(3);
    assertThat(one.err()).contains("fold-2: ");
    // The folds that were used, given to the other.
    OtdRun other =
        train(
                "other",
                "--folds",
                folder.resolve("one/folds.csv"),
                "--jobs 1 --set masks.law=deterministic")
            .ok();
    Path report = folder.resolve("compared.html");
    OtdRun compared =
        OtdRun.line(
                "compare",
                folder.resolve("one"),
                folder.resolve("other"),
                "--out",
                report,
                "--json")
            .ok();
    assertThat(compared.json().path("warnings")).isEmpty();
    JsonNode second = compared.json().path("runs").path(1);
    assertThat(second.at("/difference/rmse/mean").asDouble())
        .isCloseTo(
            other.json().at("/mean/rmse").asDouble() - one.json().at("/mean/rmse").asDouble(),
            within(1e-9));
    assertThat(compared.json().at("/settings/masks.law").isArray()).isTrue();
    assertThat(Files.readString(report)).contains("Paired differences");
    everyFoldIsAnOrdinaryRun(folder.resolve("one/fold-0"));
  }

  private static void everyFoldIsAnOrdinaryRun(Path run) throws IOException {
    assertThat(ModelDirectory.read(run).model().metrics()).containsKey("test.rmse");
    assertThat(Files.readAllLines(run.resolve("metrics.csv"))).hasSize(1 + 100 / 25);
    assertThat(Files.readString(run.resolve("report.html"))).contains("test.energy_score");
    try (Stream<Path> files = Files.list(run)) {
      Path events = files.filter(f -> f.toString().contains("tfevents")).findFirst().orElseThrow();
      // Version and start; numbers at each of four points, histograms at the first.
      assertThat(TfRecords.read(events)).hasSize(2 + 4 + 1);
    }
    assertThat(OtdRun.line("train --resume", run).err()).contains("is finished");
  }

  @Test
  void no_event_file_is_written_if_disabled() throws IOException {
    train("quiet", "--set output.tensorboard=false").ok();
    try (Stream<Path> files = Files.list(folder.resolve("quiet"))) {
      assertThat(files).noneMatch(f -> f.toString().contains("tfevents"));
    }
  }
}
