// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Coverage of predictions with atoms. */
class AtomsTest {
  private static final int DRAWS = 200;
  private static final int ROWS = 4000;

  /** Normal numbers about the mean of a row, clipped at 0. */
  private static double[] clipped(SplittableRandom random, int count, double mean) {
    return random.doubles(count).map(u -> Math.max(0, mean + random.nextGaussian())).toArray();
  }

  private static PredictiveScores scores(boolean atoms) {
    SplittableRandom random = new SplittableRandom(11);
    double[] values = new double[DRAWS * ROWS];
    double[][] observed = new double[ROWS][1];
    for (int i = 0; i < ROWS; i++) {
      double mean = random.nextDouble(-1, 1);
      double[] row = clipped(random, DRAWS + 1, mean);
      observed[i][0] = row[DRAWS];
      for (int k = 0; k < DRAWS; k++) {
        values[k * ROWS + i] = row[k];
      }
    }
    Evaluation evaluation =
        new Evaluation(1, ScoreOptions.of(List.of(.5, .8, .9)).withAtoms(atoms));
    evaluation.add(new Draws(DRAWS, ROWS, 1, values), observed);
    return evaluation.scores();
  }

  /**
   * Observations are one more draw: the coverage equals the level, with a standard error of 0.008.
   */
  @Test
  void perfect_predictions_with_an_atom_are_calibrated() {
    PredictiveScores scores = scores(true);
    assertThat(scores.get("picp_0.5")).isCloseTo(.5, within(.025));
    assertThat(scores.get("picp_0.9")).isCloseTo(.9, within(.02));
    assertThat(scores.get("mace")).isLessThan(.02);
  }

  /**
   * Half of the values are 0, where the interval begins: with its ends included, it covers too
   * many.
   */
  @Test
  void intervals_with_both_ends_included_cover_too_much() {
    assertThat(scores(false).get("picp_0.5")).isGreaterThan(.65);
  }
}
