// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.PredictiveScores;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScoreTotalsTest {
  private static final List<Double> LEVELS = List.of(.5);

  /** Three draws of each row, about the number of the row. */
  private static PredictiveScores scores(int from, int to) {
    int rows = to - from;
    double[] draws = new double[3 * rows];
    double[][] observed = new double[rows][];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < 3; k++) {
        draws[k * rows + i] = from + i + k - 1;
      }
      observed[i] = new double[] {from + i + Math.sin(from + i)};
    }
    return PredictiveScores.of(new Draws(3, rows, 1, draws), observed, LEVELS);
  }

  private static Map<String, Double> merged(Map<PredictiveScores, Integer> parts) {
    ScoreTotals all = new ScoreTotals();
    parts.forEach(
        (scores, rows) -> {
          ScoreTotals part = new ScoreTotals();
          part.add(scores, rows);
          all.add(part);
        });
    return all.scores(LEVELS, 1);
  }

  @Test
  void the_scores_of_parts_are_those_of_all_rows() {
    Map<String, Double> whole = scores(0, 50).values();

    Map<String, Double> merged = merged(Map.of(scores(0, 13), 13, scores(13, 50), 37));

    Stream.of("rmse", "mae", "energy_score", "crps", "pinball")
        .flatMap(name -> Stream.of(name, name + "_error"))
        .forEach(
            name ->
                assertThat(merged.get(name)).as(name).isCloseTo(whole.get(name), within(1e-12)));
    assertThat(merged).containsKeys("picp_0.5", "width_0.5").containsEntry("rows", 50.0);
  }

  /** As one evaluation does with a score that some of its rows do not have. */
  @Test
  void what_a_part_lacks_is_left_out() {
    Map<String, Double> some = new HashMap<>(scores(13, 50).values());
    some.keySet().removeAll(List.of("rmse", "rmse_error", "mae_error"));

    Map<String, Double> merged =
        merged(Map.of(scores(0, 13), 13, new PredictiveScores(some, List.of()), 37));

    assertThat(merged)
        .doesNotContainKeys("rmse", "rmse_error", "mae_error")
        .containsKeys("mae", "crps_error", "fit", "pinball_0.5");
  }
}
