// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ColumnIdentifiers;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.grpc.RecordedRequests;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.light.LightServable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The light engine behind the signatures of an export, compared with TensorFlow. */
@Tag("long")
class LightServableTest {
  private static final int ROWS = 12;

  /** Relative to the largest number of an output. */
  private static final double ROUNDING = 1e-5;

  @TempDir Path base;

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"TWO_OUTPUTS", "CONCRETE_DROPOUT", "OTD_ENSEMBLE", "FOREST", "MIXED", "TEXTS"})
  void every_signature_matches_tensorflow(TestModels fixture) throws Exception {
    compare(fixture, fixture.model());
  }

  @Test
  void conformal_intervals_match_tensorflow() throws Exception {
    TestModels fixture = TestModels.TWO_OUTPUTS;
    ConformalLevel level = new ConformalLevel(.9, List.of(.4, Double.POSITIVE_INFINITY));
    compare(
        fixture,
        fixture
            .model()
            .with(
                new Calibration(
                    SpreadCalibration.NONE,
                    IsotonicCalibration.NONE,
                    new ConformalCalibration(new ConformalRule.Quantiles(), 99, List.of(level)))));
  }

  private void compare(TestModels fixture, TrainedModel model) throws Exception {
    Path directory = export(model);
    LightServable light = LightServable.load(directory, InspectionLimits.DEFAULT);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      assertThat(light.model().definitions()).isEqualTo(servable.model().definitions());
      for (String name : servable.model().signatures().keySet()) {
        Map<String, HostTensor> inputs = inputs(fixture, name);
        SameAnswers.require(
            fixture.name(),
            name,
            ROUNDING,
            servable.run(name, inputs, List.of()),
            light.run(name, inputs, List.of()));
      }
    }
  }

  @Test
  void an_invalid_input_is_named() throws Exception {
    LightServable light =
        LightServable.load(export(TestModels.TWO_OUTPUTS.model()), InspectionLimits.DEFAULT);
    String signature = ServingNames.DEFAULT_SIGNATURE;
    assertThatThrownBy(
            () -> light.run(signature, Map.of("x", HostTensor.of(new float[8], 2, 4)), List.of()))
        .isInstanceOf(ServingException.class)
        .hasMessage("input x: float[2, 4] (expected: float[rows, 5])");
    assertThatThrownBy(
            () -> light.run(signature, Map.of("x", HostTensor.of(new long[5], 1, 5)), List.of()))
        .hasMessage("input x: int64[1, 5] (expected: float[rows, 5])");
    assertThatThrownBy(
            () ->
                light.run(
                    ServingNames.DRAW,
                    Map.of(
                        "x", HostTensor.of(new float[5], 1, 5),
                        "seed", HostTensor.of(new long[2], 2)),
                    List.of()))
        .hasMessage("input seed: int64[2] (expected: int64[1])");
    assertThatThrownBy(() -> light.run("none", Map.of(), List.of()))
        .hasMessage("Serving signature key \"none\" not found.");
  }

  /** TensorFlow prepares for each row count; the light engine computes rows one by one. */
  @Test
  void warm_up_replays_only_recorded_requests_with_few_rows() throws Exception {
    Path directory = export(TestModels.TWO_OUTPUTS.model());
    LightServable light = LightServable.load(directory, InspectionLimits.DEFAULT);
    Set<Long> rows = new TreeSet<>();
    Set<String> signatures = new TreeSet<>();
    SignatureRunner watched =
        (signature, inputs, outputs, caller) -> {
          signatures.add(signature);
          rows.add(inputs.values().iterator().next().shape()[0]);
          return light.run(signature, inputs, outputs);
        };
    RecordedRequests.replay(watched, light.model(), directory, 1 << 20);
    assertThat(rows).contains(1L, 4L, 8L);
    Set<String> all = Set.copyOf(signatures);
    rows.clear();
    signatures.clear();
    RecordedRequests.replay(LightServable.warming(watched), light.model(), directory, 1 << 20);
    assertThat(rows).containsExactly(1L, 2L, 4L);
    assertThat(signatures).isEqualTo(all);
  }

  @Test
  void a_foreign_model_is_rejected_by_name() throws Exception {
    Path directory = export(TestModels.EULER.model());
    Files.delete(directory.resolve("assets.extra/otd-light.bin"));
    assertThatThrownBy(() -> LightServable.load(directory, InspectionLimits.DEFAULT))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("the light engine serves no other SavedModels");
  }

  @Test
  void a_light_model_from_another_export_is_rejected() throws Exception {
    Path directory = export(TestModels.EULER.model());
    Path other = export(TestModels.MIXED.model());
    Path light = Path.of("assets.extra/otd-light.bin");
    Files.write(directory.resolve(light), Files.readAllBytes(other.resolve(light)));
    assertThatThrownBy(() -> LightServable.load(directory, InspectionLimits.DEFAULT))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("other columns, levels or draws than otd.json");
  }

  private Path export(TrainedModel model) throws Exception {
    return SavedModelExporter.export(model, base, ExportOptions.DEFAULT.withBank(60)).directory();
  }

  private static Map<String, HostTensor> inputs(TestModels fixture, String signature) {
    TableSchema schema = fixture.model().schema();
    float[][] numbers = fixture.rows(ROWS);
    int columns = schema.numeric().size();
    int words = schema.text().size();
    if (columns > 0) {
      numbers[3][0] = Float.NaN; // Missing, or this row cannot be predicted.
    }
    List<List<String>> texts = fixture.texts(ROWS);
    Map<String, HostTensor> inputs = new LinkedHashMap<>();
    if (signature.equals(ServingNames.BY_NAME)) {
      List<String> names = ColumnIdentifiers.of(schema.inputNames());
      for (int i = 0; i < names.size(); i++) {
        int number = schema.numeric().indexOf(schema.inputs().get(i));
        int text = schema.text().indexOf(schema.inputs().get(i));
        inputs.put(
            names.get(i),
            number >= 0
                ? numbers(numbers, number, number + 1, ROWS)
                : texts(texts, text, text + 1, ROWS));
      }
      return inputs;
    }
    if (columns > 0) {
      inputs.put(ServingNames.ROWS, numbers(numbers, 0, columns, ROWS, columns));
    }
    if (words > 0) {
      inputs.put(ServingNames.TEXTS, texts(texts, 0, words, ROWS, words));
    }
    if (signature.equals(ServingNames.DRAW)) {
      inputs.put(ServingNames.SEED, HostTensor.of(LongStream.range(-4, ROWS - 4).toArray(), ROWS));
    }
    if (signature.equals(ServingNames.PROBABILITY)) {
      int outputs = schema.targets().size();
      float[] thresholds = new float[ROWS * outputs];
      for (int k = 0; k < thresholds.length; k++) {
        thresholds[k] = (float) schema.targets().get(k % outputs).back(0);
      }
      inputs.put(ServingNames.THRESHOLD, HostTensor.of(thresholds, ROWS, outputs));
    }
    return inputs;
  }

  private static HostTensor numbers(float[][] rows, int from, int to, long... shape) {
    float[] values = new float[rows.length * (to - from)];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], from, values, i * (to - from), to - from);
    }
    return HostTensor.of(values, shape);
  }

  private static HostTensor texts(List<List<String>> rows, int from, int to, long... shape) {
    byte[][] cells =
        rows.stream()
            .flatMap(row -> row.subList(from, to).stream())
            .map(cell -> cell.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    return HostTensor.ofStrings(shape, cells);
  }
}
