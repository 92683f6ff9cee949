// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.decision.FurtherScores;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.table.problem.InputException;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.Samples;
import io.otd.train.internal.result.TestRows;
import io.otd.train.internal.result.TestRowsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparisonTest {
  private static final int ROWS = 30;

  @TempDir Path folder;

  /** A run whose predictions have some bias, on rows that a seed determines. */
  private Path run(String name, long rows, double bias) throws IOException {
    return run(name, "y", rows, bias);
  }

  private Path run(String name, String target, long rows, double bias) throws IOException {
    SplittableRandom random = new SplittableRandom(rows);
    double[][] observed = new double[ROWS][1];
    double[] values = new double[20 * ROWS];
    for (int i = 0; i < ROWS; i++) {
      observed[i][0] = random.nextDouble();
      for (int k = 0; k < 20; k++) {
        values[k * ROWS + i] = observed[i][0] + bias + random.nextDouble(-1, 1);
      }
    }
    Draws draws = new Draws(20, ROWS, 1, values);
    ScoreOptions options =
        ScoreOptions.of(List.of(.5, .9)).withFurther(FurtherScores.of(List.of("above:0.5")));
    Evaluation evaluation = new Evaluation(1, options);
    evaluation.add(draws, observed);
    int[] numbers = new int[ROWS];
    Arrays.setAll(numbers, i -> (int) rows * ROWS + i);
    Path directory = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        directory.resolve("test.csv"),
        TestRowsFile.csv(TestRows.of(List.of(target), numbers, 20, evaluation.byRow())));
    Files.writeString(
        directory.resolve("result.json"),
        JsonText.of(
            Map.of(
                "targets",
                List.of(target),
                "rows",
                Map.of("train", 100, "validation", 20, "test", ROWS),
                "steps",
                7,
                "test",
                evaluation.scores().values(),
                "settings",
                Map.of("loss.draws", "16", "data.seed", "0", "masks.p", Double.toString(bias)))));
    return directory;
  }

  /** The same run, on a file of fields. */
  private static Path onFields(Path run) throws IOException {
    Path file = run.resolve("result.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"data.seed\"", "\"data.fields\": \"f.npz\", \"data.seed\""));
    return run;
  }

  private Path folds(String name, int folds, double bias) throws IOException {
    List<Object> each = new ArrayList<>();
    for (int fold = 0; fold < folds; fold++) {
      // The bias varies slightly between folds, so that the differences vary.
      run(name + "/fold-" + fold, fold, bias * (1 + .1 * fold));
      each.add(Map.of("name", "fold-" + fold, "status", "completed"));
    }
    Files.writeString(
        folder.resolve(name).resolve("result.json"), JsonText.of(Map.of("folds", each)));
    return folder.resolve(name);
  }

  /** By numpy and scipy: {@code ttest_1samp} of the same numbers, and the corrected variance. */
  @Test
  void paired_tests_match_scipy_reference_values() {
    double[] differences = {0.3, -0.1, 0.5, 0.2, 0.4};
    PairedDifference rows =
        PairedDifference.overRows(differences, RowWeights.equal(differences.length));
    assertThat(rows.mean()).isCloseTo(0.26, within(1e-15));
    assertThat(rows.standardError()).isCloseTo(0.10295630140987001, within(1e-15));
    assertThat(rows.pValue()).isCloseTo(0.06498591034212067, within(1e-12));
    PairedDifference folds = PairedDifference.overFolds(differences, 0.25);
    assertThat(folds.standardError()).isCloseTo(0.15443445211480503, within(1e-15));
    assertThat(folds.pValue()).isCloseTo(0.16755322147892318, within(1e-12));
    assertThat(PairedDifference.overRows(new double[3], RowWeights.equal(3)).pValue()).isEqualTo(1);
    assertThat(PairedDifference.overRows(new double[] {2, 2}, RowWeights.equal(2)).pValue())
        .isZero();
    assertThatThrownBy(() -> PairedDifference.overRows(new double[1], RowWeights.equal(1)))
        .hasMessage("differences: 1 (expected: at least 2)");
  }

  @Test
  void rows_that_count_the_same_have_the_bits_of_rows_without_weights() {
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 2; n < 60; n++) {
      double[] values = random.doubles(n).toArray();
      double mean = DoubleStream.of(values).sum() / n;
      double squares = DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum();
      assertThat(PairedDifference.overRows(values, RowWeights.equal(n)).standardError())
          .isCloseTo(Math.sqrt(1.0 / n * squares / (n - 1)), within(1e-15));
      assertThat(Samples.estimate(values, RowWeights.equal(n))).isEqualTo(Samples.estimate(values));
    }
  }

  @Test
  void folds_are_paired_and_a_worse_run_is_detected() throws IOException {
    RunComparison comparison =
        RunComparison.read(List.of(folds("good", 5, 0.1), folds("bad", 5, 1.5)));
    assertThat(comparison.warnings()).isEmpty();
    assertThat(comparison.names()).containsExactly("good", "bad");
    ComparedRun bad = comparison.others().get(0);
    PairedDifference difference = comparison.difference(bad, "rmse").orElseThrow();
    double[] ours = comparison.first().scores("rmse");
    double[] theirs = bad.scores("rmse");
    double[] each = new double[5];
    Arrays.setAll(each, i -> theirs[i] - ours[i]);
    // 30 test rows and 120 others in each fold.
    assertThat(difference).isEqualTo(PairedDifference.overFolds(each, 0.25));
    assertThat(difference.mean()).isGreaterThan(1);
    assertThat(difference.pValue()).isLessThan(.01);
    assertThat(new PairedDifference(1, .01, 800).pText()).isEqualTo("< 0.001");
    assertThat(new PairedDifference(1, .5, 800).pText()).isEqualTo("0.046");
    assertThat(comparison.test()).contains("Nadeau and Bengio", "5 folds");
    assertThat(comparison.differingSettings()).containsOnlyKeys("masks.p");
  }

  @Test
  void single_runs_are_paired_row_by_row() throws IOException {
    RunComparison comparison = RunComparison.read(List.of(run("a", 1, 0), run("b", 1, 2)));
    ComparedRun b = comparison.others().get(0);
    for (String score : List.of("mae", "energy_score", "crps_above_0.5")) {
      PairedDifference difference = comparison.difference(b, score).orElseThrow();
      assertThat(difference.mean())
          .isCloseTo(
              b.spread(score).mean() - comparison.first().spread(score).mean(), within(1e-9));
      assertThat(difference.degrees()).isEqualTo(ROWS - 1);
    }
    assertThat(comparison.difference(b, "rmse")).isEmpty();
    assertThat(comparison.test()).contains("30 test rows");
    assertThat(new ComparisonText(comparison, false).lines())
        .anyMatch(line -> line.startsWith("crps_above_0.5 "))
        .noneMatch(line -> line.startsWith("crps_above_0.5_error"));
  }

  @Test
  void points_of_fields_are_not_paired_but_folds_are() throws IOException {
    RunComparison comparison =
        RunComparison.read(List.of(onFields(run("a", 1, 0)), onFields(run("b", 1, 2))));
    assertThat(comparison.warnings())
        .containsExactly(
            "b and a are single runs on fields, whose points err together: no paired differences (--folds gives some)");
    assertThat(comparison.difference(comparison.others().get(0), "mae")).isEmpty();
    assertThat(new ComparisonText(comparison, false).lines())
        .noneMatch(line -> line.contains("p by"))
        .anyMatch(line -> line.startsWith("energy_score"));
    assertThat(new HtmlReport(new ComparisonReport(comparison).page()).html())
        .contains("b and a are single runs on fields")
        .doesNotContain("% worse than a", "Paired differences");
    List<Path> folds = List.of(folds("c", 3, 0), folds("d", 3, 2));
    for (Path run : folds) {
      onFields(run.resolve("fold-0"));
    }
    RunComparison ofFolds = RunComparison.read(folds);
    assertThat(ofFolds.warnings()).isEmpty();
    assertThat(ofFolds.difference(ofFolds.others().get(0), "mae")).isPresent();
  }

  @Test
  void different_test_rows_are_reported_and_not_paired() throws IOException {
    RunComparison comparison =
        RunComparison.read(List.of(run("a", 1, 0), run("b", 2, 0), folds("c", 2, 0)));
    assertThat(comparison.warnings())
        .containsExactly(
            "b and a have different test rows: no paired differences",
            "c has 2 folds, a has 1: no paired differences");
    assertThat(comparison.difference(comparison.others().get(0), "mae")).isEmpty();
    Path other = folds("d", 2, 0);
    run("d/fold-1", 7, 0);
    assertThat(RunComparison.read(List.of(folder.resolve("c"), other)).warnings())
        .containsExactly("d and c have different test rows, fold-1: no paired differences");
    assertThat(new ComparisonText(comparison, false).lines())
        .noneMatch(line -> line.contains("p by"))
        .anyMatch(line -> line.startsWith("rmse"));
  }

  @Test
  void runs_that_predict_different_targets_are_refused() throws IOException {
    Path other = run("other", "minutes", 2, 0);
    assertThatThrownBy(() -> RunComparison.read(List.of(run("a", 1, 0), other)))
        .isInstanceOf(InputException.class)
        .hasMessage("other: predicts \"minutes\" (expected: \"y\", as a)");
  }

  @Test
  void the_report_overlays_curves_and_names_the_test() throws IOException {
    RunComparison comparison = RunComparison.read(List.of(folds("a", 3, 0), folds("b", 3, .5)));
    String html = new HtmlReport(new ComparisonReport(comparison).page()).html();
    assertThat(html)
        .contains("Paired differences", "Nadeau", "masks.p", "data:image/svg+xml;base64,");
    assertThat(new ComparisonText(comparison, true).lines().get(0))
        .matches("score +a +b +difference +p");
  }

  @Test
  void the_report_says_which_run_is_better_and_draws_the_differences_with_their_intervals()
      throws IOException {
    RunComparison comparison = RunComparison.read(List.of(folds("a", 5, .1), folds("b", 5, 1.5)));
    PairedDifference difference =
        comparison.difference(comparison.others().get(0), "rmse").orElseThrow();
    // The interval of scipy.stats.t.interval: 2.776 standard errors at 4 degrees of freedom.
    assertThat(difference.halfWidth(.95))
        .isCloseTo(2.7764451051977987 * difference.standardError(), within(1e-9));
    String html = new HtmlReport(new ComparisonReport(comparison).page()).html();
    assertThat(html)
        .containsPattern(
            "class=\"bad\"><b>\u2717</b>b is [0-9.]+\u00a0% worse than a \\(energy score")
        .containsPattern("class=\"good\">\u2713 ")
        .contains("Lines are 95\u00a0% intervals.")
        .containsPattern("data-v=\"b: [0-9.]+ \\[[0-9.]+, [0-9.]+\\]\"");
    RunComparison turned = RunComparison.read(List.of(folder.resolve("b"), folder.resolve("a")));
    assertThat(new HtmlReport(new ComparisonReport(turned).page()).html())
        .containsPattern("class=\"good\"><b>\u2713</b>a is [0-9.]+\u00a0% better than b");
    RunComparison other = RunComparison.read(List.of(run("c", 1, 0), run("d", 2, 0)));
    assertThat(new HtmlReport(new ComparisonReport(other).page()).html())
        .contains("d and c have different test rows: no paired differences.");
  }

  @Test
  void key_scores_come_first_and_the_better_run_is_marked() throws IOException {
    RunComparison comparison = RunComparison.read(List.of(folds("a", 3, 0), folds("b", 3, 2)));
    List<String> few = new ComparisonText(comparison, false).lines();
    assertThat(few.get(1)).matches("energy_score +\\S+ . \\S+ \\* .*").doesNotMatch(".*\\*.*\\*.*");
    assertThat(few.get(2)).startsWith("rmse ");
    assertThat(few).noneMatch(line -> line.startsWith("picp_0.5"));
    int left = comparison.scores().size() - 6;
    assertThat(few).hasSize(1 + 6 + 3).last().isEqualTo(left + " more scores with --all.");
    List<String> all = new ComparisonText(comparison, true).lines();
    assertThat(all.subList(1, 7)).hasSize(6).allMatch(line -> few.stream().anyMatch(same(line)));
    assertThat(all)
        .hasSize(1 + comparison.scores().size() + 2)
        .anyMatch(line -> line.startsWith("picp_0.5"));
    RunComparison equal = RunComparison.read(List.of(folds("c", 3, 0), folds("d", 3, 0)));
    assertThat(new ComparisonText(equal, true).lines().subList(1, 6))
        .noneMatch(l -> l.contains("*"));
  }

  /** The same line apart from the widths of its columns. */
  private static Predicate<String> same(String line) {
    return other -> other.replaceAll(" +", " ").equals(line.replaceAll(" +", " "));
  }

  @Test
  void an_unfinished_or_foreign_run_is_reported() throws IOException {
    Path run = run("a", 1, 0);
    assertThatThrownBy(() -> RunComparison.read(List.of(run)))
        .isInstanceOf(InputException.class)
        .hasMessage("compare: 1 runs (expected: at least 2)");
    assertThatThrownBy(() -> RunComparison.read(List.of(run, folder.resolve("none"))))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("missing (expected: a finished run");
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("result.json"), "{\"experiment\": \"rom\"}");
    assertThatThrownBy(() -> RunComparison.read(List.of(run, other)))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("not the result of a training run (expected: of otd train");
    Files.writeString(
        other.resolve("result.json"),
        "{\"folds\": [{\"name\": \"fold-0\", \"status\": \"diverged\"}]}");
    assertThatThrownBy(() -> RunComparison.read(List.of(run, other)))
        .hasMessageContaining("fold-0 is diverged (expected: every fold completed)");
  }
}
