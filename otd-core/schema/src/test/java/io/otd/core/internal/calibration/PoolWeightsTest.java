// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PoolWeightsTest {
  private static final int DRAWS = 200;

  /** Draws of rows whose observations are normal: mean and standard deviation of a kind. */
  private static Draws draws(SplittableRandom random, int rows, int outputs, double m, double sd) {
    float[] values = new float[DRAWS * rows * outputs];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (m + sd * random.nextGaussian());
    }
    return Draws.of(DRAWS, rows, outputs, values);
  }

  private static double[][] observed(SplittableRandom random, int rows, int outputs) {
    double[][] observed = new double[rows][outputs];
    for (double[] row : observed) {
      for (int j = 0; j < outputs; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return observed;
  }

  private static EnergyTerms terms(List<Draws> kinds, double[][] observed, int parts) {
    EnergyTerms terms = new EnergyTerms(kinds.size(), parts);
    terms.add(kinds, observed, RowWeights.equal(observed.length));
    return terms;
  }

  /** With all weight on one kind, the score is that of the metric. */
  @Test
  void full_weight_on_one_kind_scores_its_energy_score() {
    for (int outputs : List.of(1, 3)) {
      SplittableRandom random = new SplittableRandom(outputs);
      double[][] observed = observed(random, 30, outputs);
      Draws first = draws(random, 30, outputs, .3, 1.2);
      List<Draws> kinds = List.of(first, draws(random, 30, outputs, -.2, .8));
      double all = SampleEnergyScore.of(first, observed).mean();
      double few = outputs == 1 ? 1e-9 : .05; // several outputs: a hundred draws for the pairs
      assertThat(terms(kinds, observed, 4).score(new double[] {1, 0}, -1))
          .isCloseTo(all, within(few * all));
    }
  }

  /** No point of a fine grid on the simplex has a better score. */
  @Test
  void no_other_weights_score_better() {
    SplittableRandom random = new SplittableRandom(8);
    for (int trial = 0; trial < 20; trial++) {
      int rows = 40;
      double[][] observed = observed(random, rows, 1);
      List<Draws> kinds = new ArrayList<>();
      for (int c = 0; c < 3; c++) {
        kinds.add(draws(random, rows, 1, random.nextGaussian(), .2 + 2 * random.nextDouble()));
      }
      EnergyTerms terms = terms(kinds, observed, 5);
      PoolWeights weights = PoolWeights.fit(terms);
      double[] found = weights.weights().stream().mapToDouble(Double::doubleValue).toArray();
      assertThat(found[0] + found[1] + found[2]).isCloseTo(1, within(1e-9));
      assertThat(weights.weights()).allMatch(w -> w >= 0);
      double score = terms.score(found, -1);
      for (int a = 0; a <= 50; a++) {
        for (int b = 0; a + b <= 50; b++) {
          double[] other = {a / 50.0, b / 50.0, (50 - a - b) / 50.0};
          assertThat(terms.score(other, -1)).isGreaterThanOrEqualTo(score - 1e-12);
        }
      }
    }
  }

  /** One kind has the distribution of the observations, the other is far off. */
  @Test
  void a_kind_far_from_the_observations_gets_almost_no_weight() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] observed = observed(random, 200, 1);
    PoolWeights weights =
        PoolWeights.fit(
            terms(
                List.of(draws(random, 200, 1, 4, .1), draws(random, 200, 1, 0, 1)), observed, 10));
    assertThat(weights.weights().get(0)).isLessThan(.02);
    assertThat(weights.weights().get(1)).isGreaterThan(.98);
  }

  /**
   * Half of the rows are near -2 and half near 2, indistinguishably: two kinds, one for each half.
   */
  @Test
  void kinds_for_two_halves_of_the_rows_share_the_weight_with_a_binomial_error() {
    SplittableRandom random = new SplittableRandom(6);
    double[][] observed = observed(random, 400, 1);
    for (double[] row : observed) {
      row[0] = .3 * row[0] + (random.nextBoolean() ? 2 : -2);
    }
    List<Draws> kinds = List.of(draws(random, 400, 1, -2, .3), draws(random, 400, 1, 2, .3));
    EnergyTerms terms = terms(kinds, observed, 10);
    PoolWeights weights = PoolWeights.fit(terms);
    assertThat(weights.weights().get(0)).isCloseTo(.5, within(.06));
    // The share of a binomial with 400 rows: sqrt(0.25 / 400) = 0.025.
    assertThat(weights.errors().get(0)).isBetween(.01, .05);
    double[] chosen = weights.weights().stream().mapToDouble(w -> w).toArray();
    assertThat(weights.score()).isGreaterThanOrEqualTo(terms.score(chosen, -1));
  }

  @Test
  void the_promising_kinds_are_those_whose_weight_may_be_large_up_to_the_limit() {
    PoolWeights weights =
        new PoolWeights(List.of(.5, .3, 0.0, .19, .01), List.of(.1, 0.0, .2, .01, .01), 1);
    // With two errors: 0.7, 0.3, 0.4, 0.21, 0.03.
    List<Integer> all = List.of(0, 1, 2, 3, 4);
    assertThat(weights.promising(all, .1, 5)).containsExactly(0, 1, 2, 3);
    assertThat(weights.promising(all, .1, 3)).containsExactly(0, 1, 2);
    assertThat(weights.promising(all, .1, 2)).containsExactly(0, 2);
    assertThat(weights.promising(all, .25, 5)).containsExactly(0, 1, 2);
    assertThat(weights.promising(List.of(1, 3, 4), .1, 5)).containsExactly(1, 3);
    assertThat(weights.promising(3, .2)).isTrue();
    assertThat(weights.promising(3, .22)).isFalse();
  }

  @Test
  void the_best_kind_is_promising_even_if_its_weight_is_small() {
    PoolWeights weights = new PoolWeights(List.of(.01, .02, .97), List.of(0.0, 0.0, 0.0), 1);
    assertThat(weights.promising(List.of(0, 1), .1, 2)).containsExactly(1);
  }
}
