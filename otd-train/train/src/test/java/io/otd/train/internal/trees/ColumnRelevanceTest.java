// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.weight.RowWeights;
import io.otd.train.internal.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ColumnRelevanceTest {
  private static final int ROWS = 1500;
  private static final int WIDTH = 5;

  /** A target of a row of normal inputs and of normal noise. */
  @FunctionalInterface
  private interface Target {
    double of(double[] x, double noise);
  }

  /** The weight of a row. */
  @FunctionalInterface
  private interface Weight {
    double of(double[] x);
  }

  private static double[] relevance(Target target, int... owners) {
    return relevance(target, x -> 1, owners);
  }

  private static double[] relevance(Target target, Weight weight, int... owners) {
    SplittableRandom random = new SplittableRandom(1);
    float[] x = new float[ROWS * WIDTH];
    float[] y = new float[ROWS];
    double[] weights = new double[ROWS];
    double[] row = new double[WIDTH];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < WIDTH; j++) {
        row[j] = random.nextGaussian();
        x[i * WIDTH + j] = (float) row[j];
      }
      y[i] = (float) target.of(row, random.nextGaussian());
      weights[i] = weight.of(row);
    }
    TreeRows rows = TreeRows.empty(List.of(0, 1, 2, 3, 4), List.of(), ROWS, 1);
    rows.put(x, y, 0);
    int[] parts = IntStream.range(0, ROWS).map(i -> i % 3).toArray();
    RowWeights counted = new RowWeights(weights).inUnitsOfTheirMean();
    return BoostedLaw.relevance(rows.weighted(counted), parts, 150, 7, Workers.ONE_BY_ONE, owners);
  }

  /** Of independent inputs, permuting one doubles the part of the variance that it explains. */
  @Test
  void a_column_counts_by_the_variance_that_it_explains() {
    double[] relevance = relevance((x, noise) -> x[0] + .5 * x[1] + .3 * noise, 0, 1, 2, 3, 4);

    assertThat(relevance[0]).isEqualTo(1);
    assertThat(relevance[1]).isBetween(.15, .35);
    assertThat(relevance[2]).isLessThan(.05);
    assertThat(relevance[3]).isLessThan(.05);
    assertThat(relevance[4]).isLessThan(.05);
  }

  @Test
  void a_column_that_decides_the_spread_alone_is_relevant() {
    double[] relevance = relevance((x, noise) -> x[0] + Math.exp(x[1]) * noise, 0, 1, 2, 3, 4);

    assertThat(relevance[1]).isGreaterThan(.5);
    assertThat(relevance[2]).isLessThan(.1);
  }

  /** Half of the rows have the share 1/11 of the weight: .1 of the variance of the others. */
  @Test
  void rows_count_by_their_weights() {
    Target either = (x, noise) -> (x[2] > 0 ? x[0] : x[1]) + .1 * noise;

    double[] alike = relevance(either, 0, 1, 2, 3, 4);
    double[] weighted = relevance(either, x -> x[2] > 0 ? .1 : 1, 0, 1, 2, 3, 4);

    assertThat(alike[0]).isGreaterThan(.6);
    assertThat(alike[1]).isGreaterThan(.6);
    assertThat(weighted[0]).isLessThan(.25);
    assertThat(weighted[1]).isEqualTo(1);
    assertThat(weighted[2]).isLessThan(.3);
  }

  /** As the inputs of a category. */
  @Test
  void inputs_of_one_column_are_permuted_together() {
    double[] relevance = relevance((x, noise) -> x[0] + x[1] + .3 * noise, 0, 0, 1, 1, 1);

    assertThat(relevance).hasSize(2);
    assertThat(relevance[0]).isEqualTo(1);
    assertThat(relevance[1]).isLessThan(.05);
  }

  @Test
  void no_column_is_very_relevant_where_none_tells_anything() {
    double[] relevance = relevance((x, noise) -> noise, 0, 1, 2, 3, 4);

    assertThat(Arrays.stream(relevance).max().orElseThrow()).isLessThan(.5);
  }
}
