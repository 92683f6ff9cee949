// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.export.internal.onnx.OnnxFile;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * ONNX's own checker accepts an export, and Python's ONNX Runtime computes its numbers. Needs a
 * Python that has both: {@code OTD_PYTHON}, or {@code python3}; skipped where there is none.
 */
@Tag("long")
class OnnxPythonTest {
  private static final int ROWS = 20;
  private static final double TOLERANCE = 1e-5;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"HEUN", "CONCRETE_DROPOUT", "OTD_ENSEMBLE", "CONDITIONAL", "MIXED"})
  void the_onnx_checker_accepts_the_model_and_the_runtime_matches_the_jvm(TestModels fixture)
      throws Exception {
    Python python = Python.with(folder, "onnx", "onnxruntime");
    Path directory =
        SavedModelExporter.export(
                fixture.model(), folder.resolve("base"), ExportOptions.DEFAULT.withOnnx())
            .directory();
    List<Map<String, Object>> rows = fixture.named(ROWS);
    JsonNode result =
        python.result(
            "run_onnx.py",
            directory.resolve(OnnxFile.NAME).toString(),
            new ObjectMapper().writeValueAsString(columns(fixture, rows)));

    assertThat(result.path("opsets").path("").asInt()).isEqualTo(17);
    try (OtdPredictor predictor = OtdPredictor.open(directory)) {
      List<Prediction> predictions = predictor.predict(rows);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < predictor.targets().size(); j++) {
          Prediction prediction = predictions.get(i);
          double unit = fixture.unit(j, prediction.ascending(j));
          close(result.path("mean").path(i).path(j), prediction.mean(j), unit);
          close(result.path("std").path(i).path(j), prediction.std(j), unit);
          for (int q = 0; q < predictor.levels().size(); q++) {
            double level = predictor.levels().get(q).doubleValue();
            JsonNode quantile = result.path("quantiles").path(i).path(q).path(j);
            close(quantile, prediction.quantile(j, level), unit);
          }
          float[] samples = prediction.samples(j);
          for (int k = 0; k < samples.length; k++) {
            close(result.path("samples").path(i).path(k).path(j), samples[k], unit);
          }
        }
      }
    }
  }

  private static Map<String, List<Object>> columns(
      TestModels fixture, List<Map<String, Object>> rows) {
    List<String> columns = fixture.model().schema().inputNames();
    List<String> names = OnnxFile.inputNames(columns);
    Map<String, List<Object>> cells = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String column = columns.get(i);
      cells.put(names.get(i), rows.stream().map(row -> row.get(column)).toList());
    }
    return cells;
  }

  private static void close(JsonNode actual, double expected, double unit) {
    assertThat(actual.isNumber()).as(actual.toString()).isTrue();
    assertThat(actual.asDouble())
        .isCloseTo(expected, within(TOLERANCE * (unit + Math.abs(expected))));
  }
}
