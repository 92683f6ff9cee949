// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.Folders;
import io.otd.core.internal.array.Floats;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.export.TestExports;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OtdPredictorTest {
  @TempDir static Path root;
  private static ServedModels models;

  @BeforeAll
  static void export() throws IOException {
    models = new ServedModels();
  }

  @AfterAll
  static void close() {
    models.close();
  }

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void gives_the_draws_of_the_trained_model(TestModels fixture) {
    TrainedModel model = fixture.model();
    OtdPredictor predictor = models.predictor(fixture);
    long key = NoiseStream.BANK.key(ExportOptions.DEFAULT.bankSeed());
    double[][][] trained =
        TrainedDraws.of(
            model,
            model.components(),
            fixture.rows(5),
            fixture.texts(5),
            predictor.draws(),
            DrawDesign.LATIN_HYPERCUBE,
            key);
    for (int i = 0; i < 5; i++) {
      Prediction prediction = predictor.predict(fixture.named(5).get(i));
      double[][] expected = trained[i];
      for (int j = 0; j < predictor.targets().size(); j++) {
        int column = j;
        double[] draws = Arrays.stream(expected).mapToDouble(d -> d[column]).toArray();
        double scale = fixture.unit(j, draws);
        assertThat(Floats.widened(prediction.samples(j)))
            .containsExactly(draws, within(1e-4 * scale));
        double mean = Arrays.stream(draws).average().orElseThrow();
        assertThat(prediction.mean(j)).isCloseTo(mean, within(1e-4 * scale));
        double variance =
            Arrays.stream(draws).map(d -> (d - mean) * (d - mean)).average().orElseThrow();
        assertThat(prediction.std(j)).isCloseTo(Math.sqrt(variance), within(1e-4 * scale));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void predicts_a_row_alone_as_in_a_batch(TestModels fixture) {
    OtdPredictor predictor = models.predictor(fixture);
    List<Map<String, Object>> rows = fixture.named(37);

    List<Prediction> together = predictor.predict(rows);

    for (int i = 0; i < rows.size(); i += 4) {
      Prediction alone = predictor.predict(rows.get(i));
      for (int j = 0; j < predictor.targets().size(); j++) {
        double[] expected = Floats.widened(together.get(i).samples(j));
        // Not always bit for bit: the product of one row with a matrix sums in another order.
        double size = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        double rounding = 1e-6 * (size + fixture.unit(j, expected));
        assertThat(Floats.widened(alone.samples(j))).containsExactly(expected, within(rounding));
        assertThat(alone.mean(j)).isCloseTo(together.get(i).mean(j), within(rounding));
      }
    }
  }

  @Test
  void accepts_numbers_and_texts_in_separate_arrays() {
    OtdPredictor predictor = models.predictor(TestModels.MIXED);
    float[][] numbers = TestModels.MIXED.rows(3);
    List<List<String>> texts = TestModels.MIXED.texts(3);
    float[] flat = new float[3 * numbers[0].length];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = numbers[i / numbers[0].length][i % numbers[0].length];
    }
    String[] words = texts.stream().flatMap(List::stream).toArray(String[]::new);

    assertThat(samples(predictor.predict(flat, words, 3)))
        .containsExactlyElementsOf(samples(predictor.predict(TestModels.MIXED.named(3))));
    assertThatThrownBy(() -> predictor.predict(numbers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[month, smoker?, c, new] take texts");
  }

  @Test
  void accepts_missing_cells_as_absent_nan_or_empty() {
    OtdPredictor predictor = models.predictor(TestModels.MIXED);
    Map<String, Object> row = new HashMap<>(TestModels.MIXED.named(1).get(0));
    row.put("age", Float.NaN);
    row.put("month", "");
    List<float[]> expected = samples(List.of(predictor.predict(row)));
    row.remove("age");
    row.remove("month");

    assertThat(samples(List.of(predictor.predict(row)))).containsExactlyElementsOf(expected);

    row.remove("new");
    assertThatThrownBy(() -> predictor.predict(row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 0: column \"new\": missing (expected: false or true)");
  }

  @Test
  void keeps_predictions_within_the_bounds_of_a_transform() {
    OtdPredictor predictor = models.predictor(TestModels.MIXED);
    TableSchema schema = TestModels.MIXED.model().schema();
    int bounded = 0;
    for (Prediction prediction : predictor.predict(TestModels.MIXED.named(40))) {
      for (int j = 0; j < schema.targets().size() - 1; j++) {
        TargetColumn target = schema.targets().get(j);
        double rounding = 1e-6 * (1 + Math.abs(target.back(target.upper())));
        for (float sample : prediction.samples(j)) {
          assertThat((double) sample)
              .isBetween(target.back(-1.5) - rounding, target.back(1.2) + rounding);
          bounded += sample > target.back(1.2) - rounding ? 1 : 0;
        }
      }
    }
    // The test is sensitive: without the bound, these would lie beyond it.
    assertThat(bounded).isPositive();
  }

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MIXED", "TEXTS"})
  void takes_rows_in_every_form(TestModels fixture) {
    OtdPredictor predictor = models.predictor(fixture);
    float[][] rows = fixture.rows(3);
    int width = predictor.inputs().size();
    float[] flat = new float[3 * width];
    List<Map<String, Float>> named = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Map<String, Float> row = new HashMap<>();
      for (int j = 0; j < width; j++) {
        flat[i * width + j] = rows[i][j];
        row.put(predictor.inputs().get(j), rows[i][j]);
      }
      named.add(row);
    }

    List<float[]> expected = samples(predictor.predict(rows));

    assertThat(samples(predictor.predict(flat, 3))).containsExactlyElementsOf(expected);
    assertThat(samples(predictor.predict(named))).containsExactlyElementsOf(expected);
    assertThat(predictor.predict(named.get(0)).targets()).isEqualTo(predictor.targets());
    assertThat(predictor.predict(new float[0][])).isEmpty();
  }

  @Test
  void knows_its_columns_and_its_version() {
    OtdPredictor predictor = models.predictor(TestModels.TWO_OUTPUTS);

    assertThat(predictor.inputs()).isEqualTo(TestModels.TWO_OUTPUTS.model().schema().inputNames());
    assertThat(predictor.targets()).containsExactly("target 0", "target 1");
    assertThat(predictor.version()).hasValue(1);
    assertThat(predictor.draws()).isEqualTo(256);
    assertThat(predictor.levels()).isEqualTo(ExportOptions.LEVELS);
    assertThat(predictor.metrics()).containsEntry("test.rmse", 1.25);
    assertThat(models.predictor(TestModels.DETERMINISTIC).draws()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void draws_depend_on_the_row_and_its_seed_alone(TestModels fixture) {
    OtdPredictor predictor = models.predictor(fixture);
    List<Map<String, Object>> rows = fixture.named(3);
    long[] seeds = {7, -1, Long.MIN_VALUE};

    float[][][] together = predictor.draw(rows, seeds);
    float[][][] turned =
        predictor.draw(
            List.of(rows.get(2), rows.get(1), rows.get(0), rows.get(1)),
            new long[] {seeds[2], seeds[1], seeds[0], 7});

    for (int i = 0; i < 3; i++) {
      assertThat(predictor.draw(List.of(rows.get(i)), new long[] {seeds[i]})[0])
          .isEqualTo(together[i]);
      assertThat(turned[2 - i]).isEqualTo(together[i]);
    }
    if (fixture.spec().masks().random()) {
      assertThat(turned[3]).isNotEqualTo(together[1]);
    }
  }

  @ParameterizedTest
  @EnumSource(TestModels.class)
  @Tag("long")
  void eight_threads_get_the_same_bits(TestModels fixture) throws Exception {
    OtdPredictor predictor = models.predictor(fixture);
    List<Map<String, Object>> rows = fixture.named(5);
    List<float[]> expected = samples(predictor.predict(rows));
    float[][][] drawn = predictor.draw(rows, new long[] {1, 2, 3, 4, 5});
    Callable<Void> check =
        () -> {
          for (int i = 0; i < 10; i++) {
            assertThat(samples(predictor.predict(rows))).containsExactlyElementsOf(expected);
            assertThat(predictor.draw(rows, new long[] {1, 2, 3, 4, 5})).isEqualTo(drawn);
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (Future<Void> done : threads.invokeAll(java.util.Collections.nCopies(8, check))) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void work_that_draws_needs_a_seed_for_each_row() throws IOException {
    float[][] rows = TestModels.EULER.rows(2);
    try (OtdPredictor predictor = OtdPredictor.open(models.base(TestModels.EULER))) {
      for (int seeds : new int[] {1, 3}) {
        assertThatThrownBy(
                () -> predictor.during(model -> model.draw(model.rows().of(rows), new long[seeds])))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("seeds: %s (expected: 2, one a row)", seeds);
      }
    }
  }

  @Test
  void can_be_closed_twice_and_then_refuses_to_predict() throws IOException {
    OtdPredictor predictor = OtdPredictor.open(models.base(TestModels.EULER));
    float[][] rows = TestModels.EULER.rows(1);
    predictor.close();
    predictor.close();

    assertThatThrownBy(() -> predictor.predict(rows))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> predictor.draw(rows, new long[] {1}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @Tag("long")
  void a_compiled_predictor_gives_the_same_predictions_for_any_row_count() throws IOException {
    TestModels fixture = TestModels.OTD_ENSEMBLE;
    PredictorOptions options = PredictorOptions.DEFAULT.compiling(List.of(1, 3));
    try (OtdPredictor compiled = OtdPredictor.open(models.base(fixture), options)) {
      for (int count : List.of(1, 2, 3, 8)) {
        float[][] rows = fixture.rows(count);
        List<Prediction> expected = models.predictor(fixture).predict(rows);
        List<Prediction> actual = compiled.predict(rows);
        for (int i = 0; i < count; i++) {
          assertThat(actual.get(i).mean(0)).isCloseTo(expected.get(i).mean(0), within(1e-4));
          assertThat(actual.get(i).std(0)).isCloseTo(expected.get(i).std(0), within(1e-4));
          assertThat(actual.get(i).quantile(0, 0.9))
              .isCloseTo(expected.get(i).quantile(0, 0.9), within(1e-3));
        }
      }
    }
    assertThatThrownBy(() -> PredictorOptions.DEFAULT.compiling(List.of(16, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("compiled rows: [16, 0]");
  }

  @Test
  void opens_the_highest_version_in_a_base_directory_or_a_specific_version(@TempDir Path base)
      throws IOException {
    TestModels fixture = TestModels.EULER;
    Folders.copy(TestExports.version(fixture), base.resolve("9"));
    SavedModelExporter.export(
        fixture.model(), base, ExportOptions.DEFAULT.withBank(5).withVersion(10));

    try (OtdPredictor highest = OtdPredictor.open(base);
        OtdPredictor older = OtdPredictor.open(base.resolve("9"))) {
      assertThat(highest.draws()).isEqualTo(5);
      assertThat(highest.version()).hasValue(10);
      assertThat(older.draws()).isEqualTo(ExportOptions.DEFAULT.bank());
    }
  }

  @Test
  void reports_what_is_wrong_with_a_directory(@TempDir Path base) throws IOException {
    assertThatThrownBy(() -> OtdPredictor.open(base))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("no model");

    Path model = base.resolve("1");
    Folders.copy(TestExports.version(TestModels.EULER), model);
    Path graph = model.resolve("saved_model.pb");
    byte[] whole = Files.readAllBytes(graph);
    Files.write(graph, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> OtdPredictor.open(base))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("truncated");
    Files.write(graph, whole);

    Path description = model.resolve("assets.extra").resolve("otd.json");
    String text = Files.readString(description);
    Files.writeString(description, text.replace("\"size\" : 256", "\"size\" : 2000000000"));
    assertThatThrownBy(() -> OtdPredictor.open(base))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("(expected: 2000000000, ")
        .hasMessageContaining("networks of the draws: [0, 0, 0, 0, ");
    Files.delete(description);
    assertThatThrownBy(() -> OtdPredictor.open(base))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("not exported by otd");
  }

  private static List<float[]> samples(List<Prediction> predictions) {
    List<float[]> samples = new ArrayList<>();
    for (Prediction prediction : predictions) {
      for (int j = 0; j < prediction.targets().size(); j++) {
        samples.add(prediction.samples(j));
      }
    }
    return samples;
  }
}
