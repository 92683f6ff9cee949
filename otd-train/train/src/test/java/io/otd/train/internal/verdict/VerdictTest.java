// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.train.internal.prediction.PredictionScoring;
import io.otd.train.internal.result.TestFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The truth is normal with the mean m of a row, uniform on (0, 10), and the deviation 1 + m/10. */
class VerdictTest {
  private static final int DRAWS = 199;

  @Test
  void predictions_of_the_true_law_hold_for_all_rows_and_beat_the_targets_distribution() {
    List<Finding> findings = verdict(2000, m -> m, m -> 1 + m / 10).findings();
    assertThat(findings).extracting(Finding::mark).containsOnly(Finding.Mark.GOOD);
    assertThat(text(findings))
        .contains("better than the distribution of y alone")
        .containsPattern(
            "90 % intervals cover (8[89]|9[01])(\\.\\d)? % of 2000 rows \\(expected: 90 ± 1.3 %\\)")
        .contains("holds for small and large predictions");
  }

  @Test
  void a_spread_that_is_right_only_on_average_is_found_in_the_fifths() {
    // 1.5 is the mean deviation: too wide for small means, too narrow for large ones.
    String text = text(verdict(2000, m -> m, m -> 1.5).findings());
    assertThat(text)
        .contains("✗ But not for all rows alike")
        .containsPattern("(9[5-9](\\.\\d)?|100) % of the smallest fifth of predictions are covered")
        .containsPattern("(8[0-6]|7.)(\\.\\d)? % of the largest fifth of predictions are covered");
  }

  @Test
  void a_spread_that_is_too_small_for_all_rows_alike_is_said_to_be_that() {
    List<Finding> findings = verdict(2000, m -> m, m -> 0.93 * (1 + m / 10)).findings();
    assertThat(text(findings))
        .containsPattern("\u2717 90 % intervals cover 8[678](\\.\\d)? % of 2000 rows")
        .contains("\u2022 Small and large predictions, narrow and wide intervals do not differ")
        .doesNotContain("This holds");
  }

  @Test
  void intervals_of_half_the_width_are_too_narrow() {
    assertThat(text(verdict(500, m -> m, m -> 0.5 + m / 20).findings()))
        .containsPattern(
            "✗ 90 % intervals cover [56].(\\.\\d)? % of 500 rows \\(expected: 90 ± 2.6 %\\)");
  }

  @Test
  void predictions_that_ignore_the_inputs_are_no_better_than_the_targets_distribution() {
    SplittableRandom other = new SplittableRandom(9);
    assertThat(text(verdict(500, m -> 10 * other.nextDouble(), m -> 1.5).findings()))
        .contains("✗ Predictions are no better than the distribution of y alone");
  }

  @Test
  void few_rows_are_not_judged_by() {
    List<Finding> findings = verdict(12, m -> m, m -> 1.5).findings();
    assertThat(findings).extracting(Finding::mark).containsOnly(Finding.Mark.NEUTRAL);
    assertThat(text(findings)).contains("12 test rows are too few");
  }

  @Test
  void the_share_of_otd_is_the_sum_of_the_weights_of_its_methods() {
    Verdict without = verdict(100, m -> m, m -> 1 + m / 10);
    Map<String, Double> weights =
        Map.of("pool.otd.weight", .3, "pool.otd-pieces.weight", .11, "pool.mdn.weight", .59);
    Verdict with =
        new Verdict(
            List.of("y"),
            without.rows(),
            without.scores(),
            weights,
            Optional.empty(),
            Optional.empty());
    assertThat(text(with.findings())).contains("Share of OTD's own methods in the draws: 41 %.");
    assertThat(text(without.findings())).doesNotContain("own methods");
  }

  @Test
  void a_target_that_is_mostly_one_value_is_covered_as_often_as_its_law_says() {
    SplittableRandom random = new SplittableRandom(4);
    int rows = 1000;
    double[] draws = new double[DRAWS * rows];
    double[][] observed = new double[rows][1];
    for (int i = 0; i < rows; i++) {
      observed[i][0] = random.nextDouble() < .8 ? 0 : random.nextDouble();
      for (int k = 0; k < DRAWS; k++) {
        draws[k * rows + i] = random.nextDouble() < .8 ? 0 : random.nextDouble();
      }
    }
    Verdict verdict = verdict(new Draws(DRAWS, rows, 1, draws), observed);
    double share = verdict.scores().all().get("picp_0.9");
    assertThat(share).isBetween(.88, .92);
    assertThat(verdict.rows().coverage(0, .9)).isCloseTo(share, within(1e-12));
    assertThat(text(verdict.findings()))
        .contains("✓ 90 % intervals cover " + NumberText.percent(share) + " of 1000 rows");
  }

  @Test
  void few_fields_that_are_covered_alike_are_no_certainty() {
    assertThat(ofCoveredFields(5))
        .contains("\u2022 90 % intervals cover 100 \u00b1 0.0 % of the points of a field");
    // 0.1 is more than twice the 0.039 of sqrt(0.9 * 0.1 / 60), the standard error of whole fields.
    assertThat(ofCoveredFields(60)).contains("\u2717 90 % intervals cover 100 \u00b1 0.0 %");
  }

  @Test
  void the_verdict_on_fields_and_the_score_are_one_number() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] points = {{0}, {1}, {2}, {3}};
    int fields = 60;
    int rows = fields * points.length;
    int count = 30; // Few: the ends of the interval lie between what the ranks of draws can say.
    double[] draws = new double[count * rows];
    double[][] observed = new double[rows][1];
    for (int i = 0; i < rows; i++) {
      observed[i][0] = random.nextGaussian();
      for (int k = 0; k < count; k++) {
        draws[k * rows + i] = random.nextGaussian();
      }
    }
    FieldPoints at = new FieldPoints(List.of("mu"), List.of("x"), new double[fields][1], points);
    Verdict verdict = onFields(at, new Draws(count, rows, 1, draws), observed);
    assertThat(text(verdict.findings()))
        .contains(
            "90 %% intervals cover %s \u00b1 "
                .formatted(
                    NumberText.percent(verdict.scores().all().get("picp_0.9")).replace(" %", "")));
  }

  /** Each observed value is the median of its draws. */
  private static String ofCoveredFields(int fields) {
    double[][] points = {{0}, {1}, {2}, {3}};
    int rows = fields * points.length;
    double[] draws = new double[DRAWS * rows];
    double[][] observed = new double[rows][1];
    for (int i = 0; i < rows; i++) {
      observed[i][0] = .001 * i;
      for (int k = 0; k < DRAWS; k++) {
        draws[k * rows + i] = observed[i][0] + k - (DRAWS - 1) / 2.0 + .1;
      }
    }
    FieldPoints at = new FieldPoints(List.of("mu"), List.of("x"), new double[fields][1], points);
    return text(onFields(at, new Draws(DRAWS, rows, 1, draws), observed).findings());
  }

  private static Verdict onFields(FieldPoints at, Draws draws, double[][] observed) {
    Verdict ofRows = verdict(draws, observed);
    TestFields test =
        new TestFields(at, ofRows.rows(), IntStream.range(0, observed.length).toArray());
    return new Verdict(
        List.of("y"),
        ofRows.rows(),
        ofRows.scores(),
        Map.of(),
        Optional.empty(),
        Optional.of(test));
  }

  private static Verdict verdict(
      int rows, DoubleUnaryOperator predictedMean, DoubleUnaryOperator predictedDeviation) {
    SplittableRandom random = new SplittableRandom(3);
    double[] draws = new double[DRAWS * rows];
    double[][] observed = new double[rows][1];
    for (int i = 0; i < rows; i++) {
      double mean = 10 * random.nextDouble();
      observed[i][0] = mean + (1 + mean / 10) * random.nextGaussian();
      double centre = predictedMean.applyAsDouble(mean);
      double deviation = predictedDeviation.applyAsDouble(mean);
      for (int k = 0; k < DRAWS; k++) {
        draws[k * rows + i] = centre + deviation * random.nextGaussian();
      }
    }
    return verdict(new Draws(DRAWS, rows, 1, draws), observed);
  }

  private static Verdict verdict(Draws draws, double[][] observed) {
    PredictionScoring scoring =
        new PredictionScoring(
            List.of("y"),
            ScoreOptions.of(List.of(.5, .9, .95)).withAtoms(true),
            ConformalCalibration.NONE);
    scoring.add(draws, observed, RowWeights.equal(observed.length));
    return new Verdict(
        List.of("y"),
        scoring.byRow(),
        scoring.scores(List.of()),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static String text(List<Finding> findings) {
    return findings.stream()
        .map(f -> f.mark().sign() + " " + f.sentence())
        .collect(Collectors.joining("\n"));
  }
}
