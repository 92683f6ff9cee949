// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuantilePredictionsTest {
  @Test
  void quantiles_of_draws_score_the_same_as_the_draws() {
    Draws draws = Samples.gaussian(1, 40, 30, 1);
    double[][] observed = Samples.observations(2, 30, 1);
    List<Double> probabilities = List.of(.05, .1, .25, .5, .75, .9, .95);
    double[][] quantiles = new double[30][7];
    double[] y = new double[30];
    for (int i = 0; i < 30; i++) {
      y[i] = observed[i][0];
      for (int q = 0; q < 7; q++) {
        quantiles[i][q] = EmpiricalQuantile.at(probabilities.get(q)).of(draws.sorted(i, 0));
      }
    }
    PredictiveScores of = new QuantilePredictions(probabilities, quantiles).scores(y);
    PredictiveScores same = PredictiveScores.of(draws, observed, List.of(.5, .8, .9));
    assertThat(of.values().keySet())
        .contains("pinball", "pinball_0.05", "mae_median", "mace", "picp_0.8", "winkler_0.9");
    of.values()
        .forEach(
            (name, value) -> {
              if (!name.equals("mae_median")) {
                assertThat(value).as(name).isCloseTo(same.get(name), within(1e-13));
              }
            });
    assertThat(of.get("mae_median")).isCloseTo(2 * same.get("pinball_0.5"), within(1e-13));
    assertThat(of.notes()).isEmpty();
  }

  @Test
  void quantiles_without_pairs_have_no_intervals_and_a_note_says_so() {
    PredictiveScores scores =
        new QuantilePredictions(List.of(.1, .2), new double[][] {{0, 1}, {3, 2}})
            .scores(new double[] {1, 1});
    assertThat(scores.values()).containsOnlyKeys("pinball", "pinball_0.1", "pinball_0.2");
    assertThat(scores.notes())
        .containsExactly(
            "picp, width, winkler, mace: no pair of probabilities tau and 1 - tau (expected: one)",
            "quantiles cross in 1 of 2 rows; they are scored as they are");
  }

  @Test
  void probabilities_must_ascend_inside_the_unit_interval() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QuantilePredictions(List.of(.5, .1), new double[][] {{0, 1}}))
        .withMessage("quantile probabilities: [0.5, 0.1] (expected: inside (0, 1), ascending)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QuantilePredictions(List.of(.5, 1.0), new double[][] {{0, 1}}));
  }
}
