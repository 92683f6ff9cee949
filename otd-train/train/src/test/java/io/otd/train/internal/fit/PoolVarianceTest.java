// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolVarianceTest {
  /**
   * Draws 0, 2, 4 of the first member, 10, 11, 12 of the second: variances 8/3 and 2/3. The second
   * has seen the row, and predicts its value.
   */
  @Test
  void within_and_between_parts_match_a_hand_calculation() {
    PoolVariance v = ofFirst(2, 11);
    v.add(new Draws(6, 1, 1, new double[] {0, 10, 2, 11, 4, 12}));
    assertThat(v.within()).isCloseTo(5 / 3.0, within(1e-12));
    // Means 2 and 11: 4.5^2, less what three draws add, 5/3 / 2 * 1/2. Two fifths of it count.
    assertThat(v.between()).isCloseTo(.4 * (20.25 - 5 / 12.0), within(1e-12));
  }

  @Test
  void members_that_predict_seen_rows_no_better_are_as_far_apart_on_all_rows() {
    PoolVariance v = ofFirst(2, 2);
    v.add(new Draws(6, 1, 1, new double[] {0, 10, 2, 11, 4, 12}));
    assertThat(v.between()).isCloseTo(20.25 - 5 / 12.0, within(1e-12));
  }

  @Test
  void outputs_are_summed_and_rows_averaged() {
    double[] values = {1, 5, 2, 5, 3, 5, 4, 5}; // [2 draws, 2 rows, 2 outputs]
    PoolVariance v = new PoolVariance(1, new int[2], new double[2][2], RowWeights.equal(2));
    v.add(new Draws(2, 2, 2, values));
    // Draws 1, 3 and 5, 5 in the first row; 2, 4 and 5, 5 in the second.
    assertThat(v.within()).isCloseTo(1, within(1e-12));
    assertThat(v.between()).isZero();
  }

  @Test
  void adding_draws_in_batches_gives_the_same_result() {
    PoolVariance lots = ofFirst(2, 7);
    lots.add(new Draws(2, 1, 1, new double[] {0, 10}));
    lots.add(new Draws(4, 1, 1, new double[] {2, 11, 4, 12}));
    PoolVariance one = ofFirst(2, 7);
    one.add(new Draws(6, 1, 1, new double[] {0, 10, 2, 11, 4, 12}));
    assertThat(lots.within()).isCloseTo(one.within(), within(1e-12));
    assertThat(lots.between()).isCloseTo(one.between(), within(1e-12));
    assertThat(lots.chance()).isCloseTo(5 / 12.0, within(1e-12));
  }

  @Test
  void the_variance_of_a_row_is_that_of_all_its_draws() {
    Random random = new Random(2);
    double[] values = random.doubles(12 * 3 * 2).toArray();
    Draws draws = new Draws(12, 3, 2, values);
    PoolVariance v = new PoolVariance(4, new int[3], new double[3][2], RowWeights.equal(3));
    v.add(draws);
    assertThat(v.byRow()).containsExactly(draws.variances(), within(1e-12));
  }

  @Test
  void members_with_equal_means_have_no_between_variance_even_with_few_draws() {
    SplittableRandom random = new SplittableRandom(1);
    int rows = 4000;
    double[] values = random.doubles(10L * rows).toArray();
    PoolVariance v =
        new PoolVariance(5, new int[rows], new double[rows][1], RowWeights.equal(rows));
    v.add(new Draws(10, rows, 1, values));
    // Two draws each: their means differ by chance with a variance of 1/24.
    assertThat(v.between()).isCloseTo(0, within(.002));
  }

  /** Members whose errors are independent, with variance 1/4, on all rows alike. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8})
  void members_that_learn_no_row_by_heart_have_the_variance_of_their_means(int members) {
    // Four standard errors of 4000 rows.
    assertThat(distance(members, 0)).isCloseTo(.5, withinPercentage(9));
  }

  /** Trees repeat the rows that they have seen: of two members, one alone has not seen a row. */
  @ParameterizedTest
  @ValueSource(doubles = {.5, .8, 1})
  void members_drawn_to_the_rows_that_they_have_seen_are_as_far_apart_if_they_are_few(
      double drawn) {
    double ofFive = distance(5, drawn);
    // The proportions of the pairs would be 2 / members otherwise, instead of 2 / 5.
    assertThat(distance(2, drawn)).isCloseTo(ofFive, withinPercentage(10));
    assertThat(distance(3, drawn)).isCloseTo(ofFive, withinPercentage(10));
    assertThat(distance(8, drawn)).isCloseTo(ofFive, withinPercentage(10));
  }

  /** One row, which the first member has not seen. */
  private static PoolVariance ofFirst(int members, double observed) {
    return new PoolVariance(members, new int[1], new double[][] {{observed}}, RowWeights.equal(1));
  }

  /**
   * The mean squared distance between two members. Values are normal with variance 1; a member errs
   * by a variance of 1/4, and of a row that it has seen, it predicts a share of the value itself.
   */
  private static double distance(int members, double drawn) {
    Random random = new Random(3);
    int rows = 4000;
    int[] unseen = new int[rows];
    double[][] observed = new double[rows][1];
    double[] values = new double[2 * members * rows];
    for (int i = 0; i < rows; i++) {
      unseen[i] = i % members;
      observed[i][0] = random.nextGaussian();
      for (int m = 0; m < members; m++) {
        double mean = .5 * random.nextGaussian();
        double seen = drawn * observed[i][0] + (1 - drawn) * mean;
        values[m * rows + i] = m == unseen[i] ? mean : seen;
        values[(members + m) * rows + i] = values[m * rows + i];
      }
    }
    PoolVariance v = new PoolVariance(members, unseen, observed, RowWeights.equal(unseen.length));
    v.add(new Draws(2 * members, rows, 1, values));
    return v.between() * 2 * members / (members - 1);
  }
}
