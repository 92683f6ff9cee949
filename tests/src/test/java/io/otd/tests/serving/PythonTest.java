// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.trained.MemberArrays;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * TensorFlow in Python loads an export and returns the same numbers as the JVM. Needs a Python that
 * has TensorFlow: {@code OTD_PYTHON}, or {@code python3}; skipped where there is none.
 */
@Tag("long")
class PythonTest {
  @TempDir static Path root;
  private static Python python;
  private static ServedModels models;
  private static JsonNode results = MissingNode.getInstance();

  @BeforeAll
  static void export() throws Exception {
    python = Python.in(root);
    if (!python.has("tensorflow")) {
      return;
    }
    models = new ServedModels();
    results = load();
  }

  /** Before each test, so that each is counted as skipped. */
  @BeforeEach
  void requirePython() {
    assumeTrue(models != null, python.lacking("tensorflow"));
  }

  @AfterAll
  static void close() {
    if (models != null) {
      models.close();
    }
  }

  /** The trees of a component, if it has any. */
  private static @Nullable Forest forest(ModelSpec spec) {
    return spec.network() instanceof BoostedForest boosted
        ? boosted.forest()
        : spec.network() instanceof Forest trees ? trees : null;
  }

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void python_predictions_match_the_jvm(TestModels fixture) throws Exception {
    List<Map<String, Object>> rows = fixture.named(3);
    JsonNode result = results.path(version(fixture).toString());

    OtdPredictor predictor = models.predictor(fixture);
    List<Prediction> predictions = predictor.predict(rows);
    float[][][] fresh = predictor.draw(rows, new long[] {0, 1, 2});
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < predictor.targets().size(); j++) {
        Prediction prediction = predictions.get(i);
        double[] drawn = draws(prediction.samples(j), fresh[i], j);
        double tolerance = 1e-4 * fixture.unit(j, drawn);
        JsonNode summary = result.path("serving_default");
        close(summary.path("mean").path(i).path(j), prediction.mean(j), tolerance);
        close(summary.path("std").path(i).path(j), prediction.std(j), tolerance);
        for (int q = 0; q < predictor.levels().size(); q++) {
          double level = predictor.levels().get(q).doubleValue();
          JsonNode quantile = summary.path("quantiles").path(i).path(q).path(j);
          close(quantile, prediction.quantile(j, level), tolerance);
          close(
              result.path("by_name").path("quantiles").path(i).path(q).path(j),
              quantile.asDouble(),
              tolerance);
        }
        float[] samples = prediction.samples(j);
        for (int k = 0; k < samples.length; k++) {
          JsonNode sample = result.path("sample").path("samples").path(i).path(k).path(j);
          close(sample, samples[k], tolerance);
          JsonNode again = result.path("draw").path("samples").path(i).path(k).path(j);
          close(again, fresh[i][k][j], tolerance);
        }
        float threshold = (float) fixture.model().schema().targets().get(j).back(0);
        close(
            result.path("probability").path("below").path(i).path(j),
            prediction.probabilityBelow(j, threshold),
            1.5 / predictor.draws());
      }
    }
    assertThat(result.path("warmup_records").asInt()).isEqualTo(36);
    TrainedModel model = fixture.model();
    for (int c = 0; c < model.components().size(); c++) {
      MemberArrays names = MemberArrays.of(model, c);
      ModelSpec spec = model.components().get(c).spec();
      Forest forest = forest(spec);
      if (forest != null) {
        assertThat(result.path("variables").path(names.shared(Forest.LEFT)))
            .isEqualTo(
                new ObjectMapper()
                    .valueToTree(List.of(model.size() * forest.trees(), forest.nodes())));
      } else {
        for (Parameter p : names.parameters(spec)) {
          assertThat(result.path("variables").path(p.name()))
              .isEqualTo(new ObjectMapper().valueToTree(p.shape()));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"HEUN"})
  void saved_model_cli_shows_and_runs_the_export(TestModels fixture) throws Exception {
    String tool = "tensorflow.python.tools.saved_model_cli";
    String directory = version(fixture).toString();

    Python.Finished show = python.run("-m", tool, "show", "--dir", directory, "--all");
    assertThat(show.exit()).as(show.output()).isZero();
    assertThat(show.output()).contains("signature_def['draw']", "shape: (-1, 256, 1)");

    Python.Finished run =
        python.run(
            "-m",
            tool,
            "run",
            "--dir",
            directory,
            "--tag_set",
            "serve",
            "--signature_def",
            "serving_default",
            "--input_exprs",
            "x=[[1.0, 2.0, 3.0, 4.0]]");
    assertThat(run.exit()).as(run.output()).isZero();
    assertThat(run.output()).contains("Result for output key quantiles");
  }

  /** Draws of the bank and fresh ones. */
  private static double[] draws(float[] bank, float[][] fresh, int target) {
    return DoubleStream.concat(
            IntStream.range(0, bank.length).mapToDouble(k -> bank[k]),
            Arrays.stream(fresh).mapToDouble(draw -> draw[target]))
        .toArray();
  }

  private static void close(JsonNode actual, double expected, double tolerance) {
    assertThat(actual.isNumber()).as("number in %s", actual).isTrue();
    assertThat(actual.asDouble()).isCloseTo(expected, within(tolerance));
  }

  private static Path version(TestModels fixture) {
    return models.base(fixture).resolve("1");
  }

  /** One process for all models: starting TensorFlow in Python takes seconds. */
  private static JsonNode load() throws Exception {
    Map<String, Object> requests = new LinkedHashMap<>();
    for (TestModels fixture : TestModels.values()) {
      List<Float> thresholds =
          fixture.model().schema().targets().stream().map(t -> (float) t.back(0)).toList();
      requests.put(
          version(fixture).toString(), Map.of("rows", fixture.named(3), "threshold", thresholds));
    }
    ObjectMapper json = new ObjectMapper();
    return python.result("load_export.py", json.writeValueAsString(requests));
  }
}
