// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearCostTest {
  private static LinearCost cost(String text) {
    return LinearCost.of(text).orElseThrow();
  }

  @Test
  void each_unit_costs_what_its_side_says() {
    LinearCost cost = cost("under:3,over:1");
    assertThat(cost.of(10, 12)).isCloseTo(6, within(1e-12));
    assertThat(cost.of(10, 9.5)).isCloseTo(.5, within(1e-12));
    assertThat(cost.of(10, 10)).isZero();
    assertThat(cost("pinball:0.9").of(10, 12)).isCloseTo(1.8, within(1e-12));
    assertThat(cost("pinball:0.9").of(10, 7)).isCloseTo(.3, within(1e-12));
  }

  /** Every value between two draws is tried as a decision against the draws themselves. */
  @Test
  void no_other_decision_costs_less_under_the_distribution_than_the_quantile() {
    double[] draws = {-1, 0, 2, 2.5, 7, 9, 11, 15};
    for (String text : List.of("under:3,over:1", "under:0.2,over:5", "pinball:0.6")) {
      LinearCost cost = cost(text);
      ScoreOptions.Further decided = cost.further().get(0);
      double expected = 0;
      for (double y : draws) {
        expected += decided.formula().of(draws, y);
      }
      double least = Double.POSITIVE_INFINITY;
      for (double decision = -2; decision <= 16; decision += .25) {
        double sum = 0;
        for (double y : draws) {
          sum += cost.of(decision, y);
        }
        least = Math.min(least, sum);
      }
      assertThat(expected).as(text).isCloseTo(least, within(1e-12));
    }
  }

  @Test
  void scores_say_the_cost_of_the_quantile_and_of_the_mean_with_their_errors() {
    Draws draws = new Draws(4, 2, 1, new double[] {0, 10, 1, 11, 2, 12, 9, 19});
    double[][] observed = {{4}, {10}};
    PredictiveScores scores =
        PredictiveScores.of(
            draws,
            observed,
            ScoreOptions.of(List.of(.5)).withFurther(cost("under:3,over:1").further()));
    // Quantile 0.75: 2 and 12, so 2 too little at 3, 2 too much at 1; means 3 and 13.
    assertThat(scores.get("cost_under_3_over_1")).isCloseTo((6 + 2) / 2.0, within(1e-12));
    assertThat(scores.get("cost_under_3_over_1_error")).isCloseTo(2, within(1e-12));
    assertThat(scores.get("cost_under_3_over_1_by_mean")).isCloseTo((3 + 3) / 2.0, within(1e-12));
  }

  @Test
  void costs_of_which_one_vanishes_beside_the_other_are_refused() {
    assertThatThrownBy(() -> new LinearCost("vast", 1e17, 1))
        .hasMessage("costs: under 1.0E17, over 1.0 (expected: > 0, finite, neither negligible)");
    assertThat(cost("under:1e15,over:1").probability()).isLessThan(1);
    assertThat(cost("under:1e-300,over:1").further()).hasSize(2);
  }

  @Test
  void what_is_no_cost_is_none() {
    assertThat(cost("Under:2, over:0.5").label()).isEqualTo("under_2_over_0.5");
    for (String none :
        List.of(
            "",
            "pinball",
            "pinball:0",
            "pinball:1",
            "pinball:NaN",
            "under:1",
            "under:0,over:1",
            "under:1,over:-1",
            "under:1,over:inf",
            "under:1e308,over:1e308",
            "under:1e-300,over:1e300",
            "under:1e17,over:1")) {
      assertThat(LinearCost.of(none)).as(none).isEmpty();
    }
  }
}
