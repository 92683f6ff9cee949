// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.OtdRun;
import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  @TempDir private Path folder;

  @Test
  @Tag("long")
  void reports_the_number_of_draws_needed_if_their_spread_is_scaled_down() throws IOException {
    ModelDirectory.write(
        folder,
        TestModels.EULER.model().with(Calibration.of(new SpreadCalibration(.05))),
        List.of());
    Path base = folder.resolve("export");
    OtdRun few = OtdRun.line("export", folder, "--to", base, "--bank 100").ok();
    assertThat(few.err())
        .contains("the mean of 100 may be off by 2 standard", "(--bank 4445 reduces this to 0.3)");
    OtdRun enough = OtdRun.line("export", folder, "--to", base, "--bank 4500").ok();
    assertThat(enough.err()).doesNotContain("--bank");
  }

  @Test
  void an_unwritable_destination_is_reported_with_the_reason() throws IOException {
    ModelDirectory.write(folder, TestModels.EULER.model(), List.of());
    Path file = Files.writeString(folder.resolve("file"), "");
    Path base = file.resolve("models");
    OtdRun run = OtdRun.line("export", folder, "--to", base);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(
            "otd: --to: %s (expected: a directory that can be written; %s".formatted(base, file));
    OtdRun onto = OtdRun.line("export", folder, "--to", file);
    assertThat(onto.code()).isEqualTo(2);
    assertThat(onto.err()).contains("--to: " + file, "already exists");
  }

  @Test
  void writes_an_onnx_model_on_request() throws IOException {
    ModelDirectory.write(folder, TestModels.EULER.model(), List.of());
    Path base = folder.resolve("export");
    OtdRun.line("export", folder, "--to", base, "--bank 8 --onnx").ok();
    assertThat(base.resolve("1/model.onnx")).isNotEmptyFile();
  }

  @Test
  void writes_an_mlflow_model_on_request() throws IOException {
    ModelDirectory.write(folder, TestModels.EULER.model(), List.of());
    Path base = folder.resolve("export");
    OtdRun.line("export", folder, "--to", base, "--bank 8 --mlflow").ok();
    assertThat(base.resolve("1/MLmodel")).isNotEmptyFile();
    assertThat(base.resolve("1/model.onnx")).isNotEmptyFile();
  }
}
