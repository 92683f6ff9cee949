// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.BriefJvm;
import io.otd.core.Folders;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SavedModelExporterTest {
  private static final ExportOptions FEW = ExportOptions.DEFAULT.withBank(8);

  @TempDir static Path shared;
  private static SavedModelExporter.Exported exported;

  @TempDir Path base;

  @BeforeAll
  static void export() throws IOException {
    exported = SavedModelExporter.export(TestModels.EULER.model(), shared, FEW.withVersion(3));
  }

  @Test
  void takes_the_next_free_version() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Files.createDirectories(base.resolve("0041"));
    Files.createDirectories(base.resolve("notes"));

    assertThat(SavedModelExporter.export(model, base, FEW).version()).isEqualTo(42);
    assertThat(SavedModelExporter.export(model, base, FEW.withVersion(7)).directory())
        .isEqualTo(base.resolve("7"));
    assertThat(SavedModelExporter.export(model, base, FEW).version()).isEqualTo(43);
  }

  @Test
  void never_touches_an_existing_version() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Files.createDirectories(shared.resolve("0005"));
    Map<String, String> before = Folders.content(shared);

    assertThatThrownBy(() -> SavedModelExporter.export(model, shared, FEW.withVersion(3)))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("version 3");
    assertThatThrownBy(() -> SavedModelExporter.export(model, shared, FEW.withVersion(5)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Folders.content(shared)).isEqualTo(before);
  }

  private static TrainedModel withWeights(TrainedModel model, Weights weights) {
    return new TrainedModel(
        List.of(Component.only(model.spec(), List.of(Member.of(weights)))),
        model.schema(),
        model.calibration(),
        model.seed(),
        model.metrics(),
        model.provenance());
  }

  @Test
  void does_not_publish_a_model_that_cannot_predict() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    List<Parameter> parameters = model.spec().parameters();
    List<float[]> arrays =
        parameters.stream()
            .map(
                p -> {
                  float[] broken = new float[p.size()];
                  Arrays.fill(broken, Float.NaN);
                  return broken;
                })
            .toList();
    TrainedModel broken = withWeights(model, new Weights(parameters, arrays));

    assertThatThrownBy(() -> SavedModelExporter.export(broken, base, FEW))
        .isInstanceOf(IOException.class)
        .hasMessage("the model does not predict: draw 0 of row 0: NaN (expected: finite)");
    assertThat(Folders.content(base)).isEmpty();
  }

  @Test
  void verification_rejects_predictions_of_another_model() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    TrainedModel other = withWeights(model, TestModels.weights(model.spec(), 1));
    try (ReferencePredictions reference =
        new ReferencePredictions(other, exported.description().bank().size())) {
      ExportVerification verification =
          new ExportVerification(
              other, exported.description(), reference, RowCells.spread(other.schema(), 3));

      assertThatThrownBy(() -> verification.run(exported.directory()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("exported model: signature");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"HEUN", "CONDITIONAL", "MIXED", "POOL", "FOREST", "TEXTS"})
  @Tag("long")
  void output_is_byte_identical_across_runs_and_processes(TestModels fixture) throws Exception {
    Path first = TestExports.version(fixture);
    Path second =
        SavedModelExporter.export(fixture.model(), base, ExportOptions.DEFAULT).directory();
    assertThat(Folders.content(second)).isEqualTo(Folders.content(first));

    if (fixture == TestModels.HEUN) {
      Process process =
          new ProcessBuilder(
                  BriefJvm.command(
                      ExportFixture.class, fixture.name(), base.resolve("other").toString()))
              .redirectErrorStream(true)
              .redirectOutput(base.resolve("log").toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(base.resolve("log"))).isZero();
      assertThat(Folders.content(base.resolve("other").resolve("1")))
          .isEqualTo(Folders.content(first));
    }
  }

  @Test
  void a_different_seed_draws_different_masks() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Path one = exported.directory();
    Path two =
        SavedModelExporter.export(
                model,
                base,
                new ExportOptions(8, 2, OptionalLong.empty(), ExportOptions.LEVELS, false, false))
            .directory();

    assertThat(Folders.content(one.resolve("variables")))
        .isNotEqualTo(Folders.content(two.resolve("variables")));
  }

  @Test
  void refuses_options_out_of_range() {
    assertThatThrownBy(() -> ExportOptions.DEFAULT.withBank(0))
        .hasMessageContaining("mask bank: 0");
    assertThatThrownBy(() -> ExportOptions.DEFAULT.withVersion(0))
        .hasMessageContaining("version: 0");
    for (List<BigDecimal> levels :
        List.of(
            List.<BigDecimal>of(),
            List.of(BigDecimal.ZERO),
            List.of(BigDecimal.ONE),
            List.of(new BigDecimal(".5"), new BigDecimal(".50")))) {
      assertThatThrownBy(() -> new ExportOptions(8, 1, OptionalLong.empty(), levels, false, false))
          .hasMessageContaining("quantile levels");
    }
  }
}
