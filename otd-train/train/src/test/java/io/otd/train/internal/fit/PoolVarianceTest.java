// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PoolVarianceTest {
  /** Draws 0, 2, 4 of the first member, 10, 11, 12 of the second: variances 8/3 and 2/3. */
  @Test
  void within_and_between_parts_match_a_hand_calculation() {
    Draws draws = new Draws(6, 1, 1, new double[] {0, 10, 2, 11, 4, 12});
    PoolVariance v = PoolVariance.of(draws, 2);
    assertThat(v.within()).isCloseTo(5 / 3.0, within(1e-12));
    // Means 2 and 11: 4.5^2, less what three draws add: 5/3 / 2 * 1/2.
    assertThat(v.between()).isCloseTo(20.25 - 5 / 12.0, within(1e-12));
  }

  @Test
  void outputs_are_summed_and_rows_averaged() {
    double[] values = {1, 5, 2, 5, 3, 5, 4, 5}; // [2 draws, 2 rows, 2 outputs]
    PoolVariance v = PoolVariance.of(new Draws(2, 2, 2, values), 1);
    // Draws 1, 3 and 5, 5 in the first row; 2, 4 and 5, 5 in the second.
    assertThat(v.within()).isCloseTo(1, within(1e-12));
    assertThat(v.between()).isZero();
  }

  @Test
  void adding_draws_in_batches_gives_the_same_result() {
    PoolVariance lots = new PoolVariance(2);
    lots.add(new Draws(2, 1, 1, new double[] {0, 10}));
    lots.add(new Draws(4, 1, 1, new double[] {2, 11, 4, 12}));
    PoolVariance one = PoolVariance.of(new Draws(6, 1, 1, new double[] {0, 10, 2, 11, 4, 12}), 2);
    assertThat(lots.within()).isCloseTo(one.within(), within(1e-12));
    assertThat(lots.between()).isCloseTo(one.between(), within(1e-12));
    assertThat(lots.chance()).isCloseTo(5 / 12.0, within(1e-12));
  }

  @Test
  void the_variance_of_a_row_is_that_of_all_its_draws() {
    Random random = new Random(2);
    double[] values = random.doubles(12 * 3 * 2).toArray();
    Draws draws = new Draws(12, 3, 2, values);
    assertThat(PoolVariance.of(draws, 4).byRow()).containsExactly(draws.variances(), within(1e-12));
  }

  @Test
  void members_with_equal_means_have_no_between_variance_even_with_few_draws() {
    SplittableRandom random = new SplittableRandom(1);
    int rows = 4000;
    double[] values = random.doubles(10L * rows).toArray();
    PoolVariance v = PoolVariance.of(new Draws(10, rows, 1, values), 5);
    // Two draws each: their means differ by chance with a variance of 1/24.
    assertThat(v.between()).isCloseTo(0, within(.002));
  }
}
