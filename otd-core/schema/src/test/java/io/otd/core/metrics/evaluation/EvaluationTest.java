// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.Moments;
import io.otd.core.metrics.NumpySamples;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.metrics.Samples;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.density.LikelihoodScale;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Expected numbers: NumPy and SciPy on the data of {@link NumpySamples}, formulas written out there
 * pair by pair.
 */
class EvaluationTest {
  private static final Offset<Double> ROUNDING = within(1e-13);
  private static final ScoreOptions OPTIONS =
      ScoreOptions.of(List.of(.5, .9))
          .withDensity(
              Optional.of(
                  new KdeLikelihood.Density(
                      new Bandwidth.Fixed(.25),
                      LikelihoodScale.affine(new double[] {.5, -1}, new double[] {2, 4}))));

  @Test
  void scores_of_two_outputs_match_numpy() {
    Evaluation evaluation = new Evaluation(2, OPTIONS);
    evaluation.add(NumpySamples.draws(), NumpySamples.observed());
    PredictiveScores scores = evaluation.scores();
    Map.of(
            "energy_score", 1.4943300829448285,
            "crps", 0.9420798972800926,
            "crps_empirical", 1.0912422839506173,
            "pinball", 0.4350923084077381,
            "winkler_0.5", 5.038411458333333,
            "winkler_0.9", 7.318196614583333,
            "variogram_score", 0.7002971693608305,
            // logsumexp over draws of the product of two Gaussians, less log 2 and log 4.
            "nll_kde", 4.6888933772834775,
            "ause", 0.14853481467352958,
            "spearman_error_dispersion", 0.14285714285714288)
        .forEach((name, value) -> assertThat(scores.get(name)).as(name).isCloseTo(value, ROUNDING));
    assertThat(scores.values()).hasEntrySatisfying("pinball_0.05", near(0.2149332682291667));
    assertThat(scores.values()).hasEntrySatisfying("pinball_0.95", near(0.15097656250000016));
    assertThat(scores.notes()).isEmpty();
  }

  /** Of a mean the standard deviation of the rows over their root; of the RMSE the jackknife's. */
  @Test
  void each_mean_over_rows_has_its_standard_error() {
    Evaluation evaluation = new Evaluation(2, OPTIONS);
    evaluation.add(NumpySamples.draws(), NumpySamples.observed());
    PredictiveScores scores = evaluation.scores();
    RowScores rows = evaluation.byRow();
    int n = rows.rows();
    assertThat(scores.get("energy_score_error"))
        .isCloseTo(Moments.of(rows.energyScore()).scale() / Math.sqrt(n - 1), ROUNDING);
    assertThat(scores.get("mae_error"))
        .isCloseTo(Moments.of(rows.error()).scale() / Math.sqrt(n - 1), ROUNDING);
    double[] squares = Arrays.stream(rows.error()).map(e -> e * e).toArray();
    double sum = Arrays.stream(squares).sum();
    double[] without =
        Arrays.stream(squares).map(square -> Math.sqrt((sum - square) / (n - 1))).toArray();
    double jackknife = Math.sqrt(n - 1) * Moments.of(without).scale();
    // Both are first-order; they differ by terms of the order 1/n.
    assertThat(scores.get("rmse_error")).isCloseTo(jackknife, within(jackknife / 2));
    assertThat(scores.values()).containsKeys("crps_error", "nll_kde_error", "pinball_error");
  }

  private static java.util.function.Consumer<Double> near(double value) {
    return actual -> assertThat(actual).isCloseTo(value, ROUNDING);
  }

  @Test
  void blocks_of_any_size_give_the_same_scores() {
    Draws all = NumpySamples.draws();
    double[][] observed = NumpySamples.observed();
    Evaluation whole = new Evaluation(2, OPTIONS);
    whole.add(all, observed);
    for (int size : new int[] {1, 4}) {
      Evaluation blocks = new Evaluation(2, OPTIONS);
      for (int from = 0; from < observed.length; from += size) {
        int to = Math.min(observed.length, from + size);
        blocks.add(all.rows(from, to), Arrays.copyOfRange(observed, from, to));
      }
      assertThat(blocks.scores()).isEqualTo(whole.scores());
      assertThat(blocks.byRow().outputs().get(1).transform())
          .isEqualTo(whole.byRow().outputs().get(1).transform());
    }
  }

  @Test
  void row_scores_match_the_metrics_of_each_row() {
    Draws draws = NumpySamples.draws();
    double[][] observed = NumpySamples.observed();
    Evaluation evaluation = new Evaluation(2, OPTIONS);
    evaluation.add(draws, observed);
    RowScores rows = evaluation.byRow();
    assertThat(rows.level()).isEqualTo(.9);
    assertThat(rows.rows()).isEqualTo(6);
    CentralIntervals intervals = CentralIntervals.of(draws, List.of(.9)).get(0);
    SampleEnergyScore energy = SampleEnergyScore.of(draws, observed);
    for (int i = 0; i < 6; i++) {
      RowScores.Output second = rows.outputs().get(1);
      assertThat(second.observed()[i]).isEqualTo(observed[i][1]);
      assertThat(second.mean()[i]).isEqualTo(draws.mean(i, 1));
      assertThat(second.low()[i]).isEqualTo(intervals.low(i, 1));
      assertThat(second.high()[i]).isEqualTo(intervals.high(i, 1));
      assertThat(rows.energyScore()[i]).isEqualTo(energy.byRow()[i]);
    }
    int worst = rows.worst(2)[0];
    assertThat(rows.energyScore()[worst])
        .isEqualTo(Arrays.stream(rows.energyScore()).max().orElseThrow());
    assertThat(rows.worst(2)).hasSize(2);
    assertThat(rows.worst(99)).hasSize(6);
  }

  @Test
  void a_density_beyond_double_precision_is_omitted_with_a_note() {
    ScoreOptions narrow =
        ScoreOptions.of(List.of(.9))
            .withDensity(
                Optional.of(
                    new KdeLikelihood.Density(
                        new Bandwidth.Fixed(1e-200), LikelihoodScale.IDENTITY)));
    PredictiveScores scores =
        PredictiveScores.of(
            new Draws(2, 2, 1, new double[] {1, 2, 3, 5}), new double[2][1], narrow);
    assertThat(scores.values()).doesNotContainKey("nll_kde").containsKey("crps");
    assertThat(scores.notes())
        .containsExactly("nll_kde: Infinity, a value is beyond double precision");
  }

  @Test
  void a_single_row_has_no_cross_row_diagnostics() {
    PredictiveScores scores =
        PredictiveScores.of(Samples.oneRow(1, 2, 3), Samples.observed(2.5), List.of(.8));
    assertThat(scores.values()).doesNotContainKeys("pit_ks", "ause", "spearman_error_dispersion");
    assertThat(scores.notes())
        .containsExactly("pit_ks, spearman_error_dispersion, ause: one row (expected: at least 2)");
  }

  @Test
  void mismatched_blocks_and_empty_evaluations_are_errors() {
    Evaluation evaluation = new Evaluation(1, OPTIONS);
    assertThatIllegalStateException().isThrownBy(evaluation::scores);
    evaluation.add(Samples.oneRow(1, 2, 3), Samples.observed(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> evaluation.add(Samples.oneRow(1, 2), Samples.observed(2)))
        .withMessage("block of 2 draws of 1 outputs (expected: 3 draws of 1 outputs)");
  }

  @Test
  void calibrated_draws_pass_the_uniformity_test_and_narrow_ones_fail() {
    Draws draws = Samples.gaussian(3, 40, 400, 1);
    double[][] observed = Samples.observations(4, 400, 1);
    PredictiveScores calibrated = PredictiveScores.of(draws, observed, List.of(.9));
    // 400 values: the statistic of a uniform sample exceeds 1.95 / sqrt(400) once in a thousand.
    assertThat(calibrated.get("pit_ks")).isLessThan(.098);
    assertThat(calibrated.get("pit_ks_p")).isGreaterThan(.001);
    assertThat(calibrated.get("miscalibration_area")).isLessThan(.06);
    PredictiveScores narrow = PredictiveScores.of(draws.scaledAboutMean(.5), observed, List.of(.9));
    assertThat(narrow.get("pit_ks_p")).isLessThan(1e-6);
    // Half the spread covers 2 Phi(z / 2) - 1 instead of 2 Phi(z) - 1: area 0.2048 by quadrature.
    assertThat(narrow.get("miscalibration_area")).isCloseTo(.2048, within(.05));
  }
}
