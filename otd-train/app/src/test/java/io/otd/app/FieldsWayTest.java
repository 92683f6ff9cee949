// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.table.internal.numpy.NpyArray;
import io.otd.table.internal.numpy.NpyFile;
import io.otd.table.internal.numpy.NpzFile;
import io.otd.train.internal.result.TestRowsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a file of fields to predicted fields, by a run and by its SavedModel. */
@Tag("long")
class FieldsWayTest {
  private static final int CASES = 20;
  private static final int POINTS = 30;
  private static final int WANTED = 300;
  private static final int[] TEST = {3, 7, 8, 19};

  @TempDir private static Path folder;
  private static Path data;
  private static Path model;
  private static JsonNode trained;

  /** {@code u = sin(3 mu x)}, {@code v = mu + x / 2}; the test cases are far off. */
  private static ParametricFields fields() {
    double[][] parameters = new double[CASES][1];
    double[][] coordinates = coordinates(POINTS);
    double[][] values = new double[CASES][2 * POINTS];
    for (int i = 0; i < CASES; i++) {
      double mu = i / (CASES - 1.0);
      parameters[i][0] = mu;
      double shift = Arrays.binarySearch(TEST, i) >= 0 ? 1000 : 0;
      for (int g = 0; g < POINTS; g++) {
        values[i][2 * g] = shift + Math.sin(3 * mu * coordinates[g][0]);
        values[i][2 * g + 1] = mu + coordinates[g][0] / 2;
      }
    }
    return new ParametricFields(
        new FieldPoints(List.of("id"), List.of("x"), parameters, coordinates),
        List.of("u", "v"),
        values);
  }

  private static double[][] coordinates(int points) {
    double[][] coordinates = new double[points][];
    Arrays.setAll(coordinates, g -> new double[] {g / (points - 1.0)});
    return coordinates;
  }

  @BeforeAll
  static void train() throws IOException {
    data = folder.resolve("waves.npz");
    FieldsFile.write(data, fields(), Map.of("test", NpyArray.integers(TEST)));
    model = folder.resolve("model");
    OtdRun run = train(model).ok();
    assertThat(run.err()).contains("600 rows (20 cases of 30 points), 2 input columns");
    assertThat(run.err()).contains("batch 3 cases, each with its own masks");
    trained = run.json();
  }

  private static OtdRun train(Path out, Object... more) {
    return OtdRun.line(
        "train --fields",
        data,
        "--out",
        out,
        "--verbose --json --set model.hidden=8,8 --set masks.velocity=4",
        "--set masks.steps=1 --set training.steps=40 --set training.validate_every=20",
        "--set training.batch_of=cases --set training.batch=3",
        "--set evaluation.coverage_by=id --set evaluation.draws=50",
        more);
  }

  /** Four of the twenty cases are test cases, and three or four of the others are held out. */
  @Test
  void splits_by_case_and_uses_the_test_cases_of_the_file() throws IOException {
    assertThat(trained.at("/rows/test").asInt()).isEqualTo(TEST.length * POINTS);
    assertThat(trained.at("/rows/train").asInt() + trained.at("/rows/validation").asInt())
        .isEqualTo((CASES - TEST.length) * POINTS);
    assertThat(trained.at("/rows/validation").asInt() % POINTS).isZero();
    assertThat(trained.path("members")).hasSize(5);
    int[] tested =
        Arrays.stream(TEST).flatMap(i -> IntStream.range(i * POINTS, (i + 1) * POINTS)).toArray();
    assertThat(TestRowsFile.read(model.resolve(TestRowsFile.NAME), List.of("u", "v")).rows())
        .isEqualTo(tested);
    assertThat(trained.at("/settings/data.fields").asText()).isEqualTo("waves.npz");
    assertThat(trained.at("/provenance/data_sha256").asText()).hasSize(64);
    assertThat(model.resolve("report.html")).isRegularFile();
  }

  @Test
  void nothing_in_the_result_takes_points_for_independent() {
    assertThat(trained.has("test_coverage_by_fifths")).isFalse();
    assertThat(trained.has("test_uncalibrated_coverage_by_fifths")).isFalse();
    for (JsonNode scores :
        List.of(trained.path("test"), trained.path("test_by_target").path("u"))) {
      assertThat(scores.has("rmse")).isTrue();
      assertThat(scores.has("rmse_error")).isFalse();
      assertThat(scores.has("pit_ks_p")).isFalse();
    }
    // From field to field.
    assertThat(trained.at("/test/energy_score_error").asDouble()).isPositive();
    JsonNode groups = trained.at("/test_coverage_by_group/u/0");
    assertThat(groups.path("column").asText()).isEqualTo("id");
    assertThat(groups.has("holds")).isFalse();
    assertThat(groups.at("/groups/0").has("coverage")).isTrue();
    assertThat(groups.at("/groups/0").has("low")).isFalse();
  }

  /** Mean and deviation of u over the training cases; the test cases lie 1000 higher. */
  @Test
  void nothing_is_fitted_on_test_cases() throws IOException {
    TrainedModel read = ModelDirectory.read(model).model();
    ParametricFields all = fields();
    double[] u =
        IntStream.range(0, CASES * POINTS)
            .filter(row -> Arrays.binarySearch(TEST, row / POINTS) < 0)
            .mapToDouble(row -> all.value(row / POINTS, row % POINTS, 0))
            .toArray();
    double mean = Arrays.stream(u).average().orElseThrow();
    assertThat(read.schema().targets().get(0).back(0)).isCloseTo(mean, within(1e-6));
    assertThat(read.schema().inputNames()).containsExactly("id", "x");
    double[] mu =
        IntStream.range(0, CASES)
            .filter(i -> Arrays.binarySearch(TEST, i) < 0)
            .mapToDouble(i -> i / (CASES - 1.0))
            .toArray();
    assertThat(read.schema().numeric().get(0).mean())
        .isCloseTo(Arrays.stream(mu).average().orElseThrow(), within(1e-6));
  }

  private static double[] read(Path file, String name, int... shape) {
    try (NpzFile npz = NpzFile.open(file);
        NpyFile array = npz.array(name)) {
      assertThat(array.shape()).as(name).containsExactly(shape);
      return array.next(Arrays.stream(shape).reduce(1, (a, b) -> a * b));
    }
  }

  /** Two cases without values, at more points than the model learned from. */
  private static Path wanted() throws IOException {
    Path file = folder.resolve("wanted.npz");
    FieldsFile.write(
        file,
        new FieldPoints(
            List.of("id"), List.of("x"), new double[][] {{.31}, {.77}}, coordinates(WANTED)),
        Map.of());
    return file;
  }

  /** Draws of all rows in one call: {@code [K, rows, 2]}. */
  private static Draws atOnce(TrainedModel trained, int draws, DrawDesign design, long key)
      throws IOException {
    FieldPoints points = FieldsFile.points(wanted());
    int rows = (int) points.rows();
    float[] x =
        new TableEncoding(trained.schema())
            .inputs(points.table(0, rows), IntStream.range(0, rows).toArray());
    try (EnsembleSampler sampler =
        new EnsembleSampler(
            trained.components(), draws, rows, design, new Compiler(Compilation.NONE, w -> {}))) {
      return trained.calibrated(Draws.of(sampler.draws(), rows, 2, sampler.sample(x, key)), x);
    }
  }

  /** Float32 with another order of summation; the numbers are of order 1. */
  private static void assertFields(Path out, Draws want, int samples) {
    double[] drawn = read(out, "draws", 2, samples, WANTED, 2);
    double[] mean = read(out, "mean", 2, WANTED, 2);
    double[] std = read(out, "std", 2, WANTED, 2);
    double[] quantiles = read(out, "quantiles", 2, 2, WANTED, 2);
    for (int i = 0; i < 2; i++) {
      for (int g = 0; g < WANTED; g++) {
        for (int j = 0; j < 2; j++) {
          int row = i * WANTED + g;
          int at = (i * WANTED + g) * 2 + j;
          assertThat(mean[at]).isCloseTo(want.mean(row, j), within(1e-4));
          assertThat(std[at]).isCloseTo(want.standardDeviation(row, j), within(1e-4));
          double[] ascending = want.sorted(row, j);
          assertThat(quantiles[((i * 2 + 0) * WANTED + g) * 2 + j])
              .isBetween(ascending[0] - 1e-4, mean[at]);
          assertThat(quantiles[((i * 2 + 1) * WANTED + g) * 2 + j])
              .isBetween(mean[at], ascending[ascending.length - 1] + 1e-4);
          for (int k = 0; k < samples; k++) {
            assertThat(drawn[((i * samples + k) * WANTED + g) * 2 + j])
                .as("case %d, draw %d, point %d, output %d", i, k, g, j)
                .isCloseTo(want.get(k, row, j), within(1e-4));
          }
        }
      }
    }
    assertThat(read(out, "parameters", 2, 1)).containsExactly(.31, .77);
    assertThat(read(out, "quantile_levels", 2)).containsExactly(.1, .9);
  }

  /** 10,000 draws of two outputs: blocks of 200 rows, so that a draw is assembled from several. */
  @Test
  void each_draw_is_one_field_under_one_mask_across_block_boundaries() throws IOException {
    int draws = 10_000;
    Path out = folder.resolve("run.npz");
    OtdRun run =
        OtdRun.line(
                "predict",
                model,
                "--fields",
                wanted(),
                "--out",
                out,
                "--draws",
                draws,
                "--samples 7 --quantiles .1,.9 --json")
            .ok();
    assertThat(run.json().path("points").asInt()).isEqualTo(WANTED);
    TrainedModel read = ModelDirectory.read(model).model();
    assertThat(io.otd.train.internal.prediction.ModelSampler.block(draws, 2)).isLessThan(WANTED);
    assertFields(
        out,
        atOnce(read, draws, DrawDesign.INDEPENDENT, NoiseStream.PREDICTION.key(read.seed())),
        7);
  }

  /**
   * The export draws its bank from a separate random stream, and splits rows into blocks itself.
   */
  @Test
  void draws_of_the_saved_model_match_those_of_the_trainer_at_all_points() throws IOException {
    int bank = 4_000;
    Path base = folder.resolve("exported");
    OtdRun.line("export", model, "--to", base, "--bank", bank).ok();
    Path out = folder.resolve("exported.npz");
    OtdRun.line(
            "predict", base, "--fields", wanted(), "--out", out, "--samples 5 --quantiles .1,.9")
        .ok();
    TrainedModel read = ModelDirectory.read(model).model();
    assertThat(io.otd.core.internal.program.SamplingProgram.blockFor(read.spec(), bank, 2 * WANTED))
        .isLessThan(WANTED);
    assertFields(out, atOnce(read, bank, DrawDesign.LATIN_HYPERCUBE, NoiseStream.BANK.key(1)), 5);
  }

  @Test
  void folds_split_by_case() throws IOException {
    Path out = folder.resolve("folds");
    train(out, "--folds 2 --set model.members=1 --set training.steps=2").ok();
    List<String> folds = Files.readAllLines(out.resolve("folds.csv"));
    assertThat(folds).hasSize(1 + CASES * POINTS);
    for (int row = 0; row < CASES * POINTS; row++) {
      assertThat(folds.get(1 + row)).isEqualTo(folds.get(1 + row / POINTS * POINTS));
    }
    assertThat(folds.subList(1, folds.size())).contains("0", "1");
  }

  @Test
  void runs_on_cases_and_on_points_differ() throws IOException {
    List<JsonNode> scores = new ArrayList<>();
    for (String setting :
        List.of("masks.per_case=true", "masks.per_case=false", "training.batch_of=rows")) {
      Path out = folder.resolve(setting);
      JsonNode json =
          train(
                  out,
                  "--set",
                  setting,
                  "--set model.members=1 --set training.steps=3",
                  "--set data.target=v --set data.holdout=random --seed 4")
              .ok()
              .json();
      assertThat(json.at("/targets")).hasSize(1);
      assertThat(json.at("/rows/test").asInt()).isEqualTo(CASES / 5 * POINTS);
      scores.add(json.at("/test/energy_score"));
    }
    assertThat(scores).doesNotHaveDuplicates();
  }

  @Test
  void errors_are_reported_without_a_stack_trace() throws IOException {
    ParametricFields good = fields();
    Path nan = folder.resolve("nan.npz");
    double[][] values = good.values();
    values[4][7] = Double.NaN;
    Map<String, NpyArray> arrays =
        Map.of(
            "parameters", NpyArray.doubles(good.at().parameters(), 1),
            "coordinates", NpyArray.doubles(good.at().coordinates(), 1),
            "values", NpyArray.doubles(values, POINTS, 2));
    NpzFile.write(nan, arrays);
    told("row 5 of values, number 8: NaN (expected: finite)", OtdRun.line("train --fields", nan));
    told("--target: \"w\": no values of", OtdRun.line("train --fields", data, "--target w"));
    told("expected: null if data.fields is given", train(folder, "--data t.csv"));
    told("no such file", OtdRun.line("train --fields", folder.resolve("none.npz")));
    told("read fields with --fields", OtdRun.line("train --data", data, "--target u"));
    told("given without --out", OtdRun.line("predict", model, "--fields", data));
    told("--data: not given", OtdRun.line("predict", model));
    told(
        nan + ": column \"x\": not in the table",
        OtdRun.line("predict", model, "--fields", nan, "--out", folder.resolve("o.npz")));
    assertThat(folder.resolve("o.npz")).doesNotExist();
  }

  private static void told(String message, OtdRun run) {
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(message).doesNotContain("\tat ");
  }
}
