// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * MLflow logs, registers, loads and scores an export, from a file store. Needs a Python that has
 * it: {@code OTD_PYTHON}, or {@code python3}; skipped where there is none.
 */
@Tag("long")
class MlflowTest {
  /** Only looked up: importing it takes seconds. */
  private static final int BANK = 8;

  private static final int SAMPLES = 3;

  /** Relative to a number and to one unit of the network's scale there. */
  private static final double TOLERANCE = 1e-5;

  @TempDir Path folder;

  /** A model and rows to predict; a missing cell has no entry. */
  private record Case(TrainedModel model, Path directory, List<Map<String, Object>> rows) {}

  @Test
  void mlflow_predictions_match_the_jvm() throws Exception {
    Python python = Python.with(folder, "mlflow", "onnxruntime", "pandas");
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("mixed", mixed());
    cases.put("dated", dated());
    Map<String, Object> request = new LinkedHashMap<>();
    cases.forEach(
        (name, c) ->
            request.put(name, Map.of("directory", c.directory().toString(), "rows", c.rows())));
    JsonNode answer =
        python.result(
            "mlflow_export.py",
            folder.resolve("store").toString(),
            Integer.toString(SAMPLES),
            new ObjectMapper().writeValueAsString(request));
    for (Map.Entry<String, Case> entry : cases.entrySet()) {
      compare(entry.getValue(), answer.path(entry.getKey()));
    }
    JsonNode refused = answer.path("mixed").path("refusals");
    assertThat(refused.path(0).asText())
        .contains("row 7, column 'age': 'old' (expected: a number)");
    assertThat(refused.path(1).asText())
        .contains("row 7, column 'new': 'perhaps' (expected: true or false)");
    assertThat(refused.path(2).asText())
        .contains("row 7, column 'new': nothing (expected: a value, as in each training row)");
    assertThat(refused.path(3).asText()).contains("samples: 9 (expected: 0 to 8,");
  }

  /** All kinds of columns but dates; several targets. */
  private Case mixed() throws Exception {
    TestModels fixture = TestModels.MIXED;
    List<Map<String, Object>> rows = new ArrayList<>();
    fixture.named(12).forEach(row -> rows.add(new HashMap<>(row)));
    rows.get(0).remove("age");
    rows.get(1).remove("smoker?");
    rows.get(2).remove("month");
    rows.get(3).put("c", "a text that no training row had");
    return exported(fixture.model(), rows, "mixed");
  }

  /** A column of dates with time of day, as text; conformal intervals. */
  private Case dated() throws Exception {
    List<DateInput.Part> parts =
        List.of(
            new DateInput.Part(DatePart.DAYS, NumericInput.scaled("d", 5000, 9000)),
            new DateInput.Part(DatePart.HOUR, NumericInput.scaled("h", 12, 6)));
    TrainedModel euler = TestModels.EULER.model();
    TableSchema schema =
        new TableSchema(
            List.of(new DateInput("when", DateForm.DAY_FIRST, parts, MissingRule.INDICATED)),
            euler.schema().targets());
    Calibration calibration =
        new Calibration(
            SpreadCalibration.NONE,
            IsotonicCalibration.NONE,
            new ConformalCalibration(
                new ConformalRule.Quantiles(),
                99,
                List.of(
                    new ConformalLevel(.9, List.of(.4)),
                    new ConformalLevel(.99, List.of(Double.POSITIVE_INFINITY)))));
    TrainedModel model =
        new TrainedModel(
            euler.components(),
            schema,
            calibration,
            euler.seed(),
            euler.metrics(),
            euler.provenance());
    List<Map<String, Object>> rows =
        List.of(
            Map.of("when", "29.02.2000"),
            Map.of("when", "31/12/1969 23:59:30.5"),
            Map.of("when", "1-1-2024T7:30Z"),
            Map.of());
    return exported(model, rows, "dated");
  }

  private Case exported(TrainedModel model, List<Map<String, Object>> rows, String name)
      throws Exception {
    ExportOptions options = ExportOptions.DEFAULT.withBank(BANK).withMlflow();
    return new Case(
        model, SavedModelExporter.export(model, folder.resolve(name), options).directory(), rows);
  }

  private static void compare(Case c, JsonNode answer) throws Exception {
    JsonNode scored = answer.path("predictions");
    try (OtdPredictor predictor = OtdPredictor.open(c.directory())) {
      List<Prediction> predictions = predictor.predict(c.rows());
      for (int i = 0; i < predictions.size(); i++) {
        List<Named> expected = expected(c.model(), predictor, predictions.get(i));
        assertThat(names(scored.path(i)))
            .containsExactlyElementsOf(expected.stream().map(Named::name).toList());
        for (Named number : expected) {
          assertThat(scored.path(i).path(number.name()).asDouble(Double.NaN))
              .as("row %d, %s", i, number.name())
              .satisfies(v -> number.requireCloseTo(v));
        }
      }
    }
    assertThat(answer.path("example").asInt()).isEqualTo(3);
    assertThat(answer.path("inputs").findValuesAsText("name"))
        .isEqualTo(c.model().schema().inputNames());
    assertThat(answer.path("outputs").findValuesAsText("name"))
        .isEqualTo(names(scored.path(0)).stream().filter(n -> !n.contains("sample_")).toList());
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  /**
   * A number of a prediction.
   *
   * @param unit one unit of the network's scale, in the target's units
   */
  private record Named(String name, double value, double unit) {
    void requireCloseTo(double actual) {
      if (Double.isInfinite(value)) {
        assertThat(actual).isEqualTo(value);
      } else {
        assertThat(actual).isCloseTo(value, within(TOLERANCE * (unit + Math.abs(value))));
      }
    }
  }

  private static List<Named> expected(
      TrainedModel model, OtdPredictor predictor, Prediction prediction) {
    List<Named> numbers = new ArrayList<>();
    for (int j = 0; j < prediction.targets().size(); j++) {
      TargetColumn target = model.schema().targets().get(j);
      double unit = Arrays.stream(prediction.ascending(j)).map(target::unit).max().orElseThrow();
      String prefix = model.outputs() == 1 ? "" : target.name() + ":";
      numbers.add(new Named(prefix + "mean", prediction.mean(j), unit));
      numbers.add(new Named(prefix + "std", prediction.std(j), unit));
      for (BigDecimal q : predictor.levels()) {
        double quantile = prediction.quantile(j, q.doubleValue());
        numbers.add(new Named(prefix + "q" + q.toPlainString(), quantile, unit));
      }
      for (ConformalLevel level : model.calibration().conformal().levels()) {
        Interval interval = prediction.interval(j, level.level());
        numbers.add(new Named(prefix + "lower_" + level.level(), interval.lower(), unit));
        numbers.add(new Named(prefix + "upper_" + level.level(), interval.upper(), unit));
      }
      for (int k = 0; k < SAMPLES; k++) {
        double sample = prediction.samples(j)[k];
        numbers.add(new Named(prefix + "sample_" + (k + 1), sample, unit));
      }
    }
    return numbers;
  }
}
