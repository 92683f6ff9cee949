// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.decision.FurtherScores;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRowsTest {
  private static final List<String> TARGETS = List.of("y", "a:b, \"c\"");
  private static final int ROWS = 60;

  @TempDir Path folder;

  private final double[][] observed = new double[ROWS][2];
  private final Draws draws = draws();

  /** Rounded, so that draws and observed values are sometimes equal. */
  private Draws draws() {
    SplittableRandom random = new SplittableRandom(5);
    double[] values = new double[40 * ROWS * 2];
    Arrays.setAll(values, i -> Math.rint(10 * random.nextDouble()));
    for (double[] row : observed) {
      Arrays.setAll(row, j -> Math.rint(10 * random.nextDouble()));
    }
    return new Draws(40, ROWS, 2, values);
  }

  private RowScores scores(Draws of) {
    Evaluation evaluation =
        new Evaluation(
            2,
            ScoreOptions.of(List.of(.9))
                .withFurther(FurtherScores.of(List.of("upper", "under:3,over:1"))));
    evaluation.add(of, observed);
    return evaluation.byRow();
  }

  private TestRows rows() {
    int[] numbers = new int[ROWS];
    Arrays.setAll(numbers, i -> 3 * i + 1);
    return TestRows.of(TARGETS, numbers, 40, scores(draws));
  }

  private TestRows first(int count) {
    Evaluation evaluation = new Evaluation(2, ScoreOptions.of(List.of(.9)));
    evaluation.add(draws.rows(0, count), Arrays.copyOf(observed, count));
    return TestRows.of(TARGETS, new int[count], 40, evaluation.byRow());
  }

  @Test
  void test_rows_reproduce_the_scores_of_the_draws() {
    TestRows rows = rows();
    for (double level : new double[] {.05, .5, .8, .9, .95, .99}) {
      assertThat(rows.coverage(level))
          .as("coverage at %s", level)
          .isCloseTo(picp(draws, observed, level), within(1e-12));
      double[][] second =
          Arrays.stream(observed).map(y -> new double[] {y[1]}).toArray(double[][]::new);
      assertThat(rows.coverage(1, level))
          .isCloseTo(picp(draws.output(1), second, level), within(1e-12));
      assertThat(TestRows.coverage(List.of(rows, first(20)), level))
          .isCloseTo(
              (ROWS * rows.coverage(level) + 20 * first(20).coverage(level)) / (ROWS + 20),
              within(1e-12));
    }
    assertThat(Arrays.stream(rows.energyScore()).average().orElseThrow())
        .isCloseTo(SampleEnergyScore.of(draws, observed).mean(), within(1e-12));
    assertThat(Arrays.stream(rows.errors()).average().orElseThrow())
        .isCloseTo(PredictiveScores.of(draws, observed, List.of(.9)).get("mae"), within(1e-12));
    assertThat(Arrays.stream(rows.pit(1)).boxed()).hasSize(ROWS).allMatch(u -> u > 0 && u < 1);
  }

  private static double picp(Draws of, double[][] observed, double level) {
    return PredictiveScores.of(of, observed, List.of(level))
        .get("picp_" + CoverageLevels.text(level));
  }

  @Test
  void the_file_round_trips() throws IOException {
    TestRows rows = rows();
    Path file = Files.writeString(folder.resolve("test.csv"), TestRowsFile.csv(rows));
    TestRows read = TestRowsFile.read(file, TARGETS);
    assertThat(read)
        .usingRecursiveComparison()
        .withEqualsForType(TestRowsTest::near, double[].class)
        .isEqualTo(rows);
    assertThat(read.further())
        .containsOnlyKeys("crps_upper", "cost_under_3_over_1", "cost_under_3_over_1_by_mean");
    assertThat(read.sha256()).isEqualTo(rows.sha256());
    assertThat(Files.readAllLines(file)).hasSize(ROWS + 1);
    assertThat(Files.readAllLines(file).get(1)).startsWith("2,40,");
  }

  /** The digits of the file are more than those of a draw, which is a float32. */
  private static boolean near(double[] a, double[] b) {
    return a.length == b.length
        && IntStream.range(0, a.length)
            .allMatch(i -> Math.abs(a[i] - b[i]) <= 1e-13 * Math.abs(b[i]));
  }

  @Test
  void a_mean_is_written_without_the_digits_of_its_rounding() {
    TestRows.Output output =
        new TestRows.Output(
            new double[] {72.6},
            new double[] {58.58430000000006},
            new double[] {12.540352607084065},
            new int[] {759},
            new int[] {760});
    TestRows rows =
        new TestRows(
            List.of("y"),
            1000,
            new int[] {5},
            RowWeights.equal(1),
            new double[] {9.047735},
            Map.of(),
            List.of(output));
    assertThat(TestRowsFile.csv(rows).lines())
        .last()
        .isEqualTo("6,1000,9.047735,72.6,58.5843,12.540352607084,759,760");
  }

  @Test
  void rows_with_weights_have_the_same_digest_when_they_are_read_again() throws IOException {
    Evaluation evaluation = new Evaluation(2, ScoreOptions.of(List.of(.9)));
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> (i + 1) / 30.5);
    evaluation.add(draws, observed, weights);
    TestRows rows = TestRows.of(TARGETS, new int[ROWS], 40, evaluation.byRow());
    Path file = Files.writeString(folder.resolve(TestRowsFile.NAME), TestRowsFile.csv(rows));
    assertThat(TestRowsFile.read(file, TARGETS).sha256()).isEqualTo(rows.sha256());
  }

  @Test
  void the_digest_depends_on_the_rows_and_not_on_the_predictions() {
    TestRows rows = rows();
    int[] numbers = rows.rows().clone();
    Draws wider = draws.scaledAboutMean(2);
    assertThat(TestRows.of(TARGETS, numbers, 40, scores(wider)).sha256()).isEqualTo(rows.sha256());
    numbers[7]++;
    assertThat(TestRows.of(TARGETS, numbers, 40, scores(draws)).sha256())
        .isNotEqualTo(rows.sha256());
    observed[3][1] += 1e-9;
    assertThat(TestRows.of(TARGETS, rows.rows(), 40, scores(draws)).sha256())
        .isNotEqualTo(rows.sha256());
  }

  @Test
  void a_damaged_file_is_reported_with_its_location() throws IOException {
    String text = TestRowsFile.csv(rows());
    Path file = folder.resolve("test.csv");
    assertThatThrownBy(() -> TestRowsFile.read(file, TARGETS))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("missing");
    Files.writeString(file, text.replaceFirst("\n2,40,", "\n2.5,40,"));
    assertThatThrownBy(() -> TestRowsFile.read(file, TARGETS))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("line 2, column \"row\": 2.5 (expected: a whole number)");
    Files.writeString(file, text.lines().findFirst().orElseThrow());
    assertThatThrownBy(() -> TestRowsFile.read(file, TARGETS)).hasMessageContaining("no rows");
    assertThatThrownBy(
            () -> {
              Files.writeString(file, text);
              TestRowsFile.read(file, List.of("y"));
            })
        .hasMessageContaining("column \"observed\": not in the table");
  }
}
