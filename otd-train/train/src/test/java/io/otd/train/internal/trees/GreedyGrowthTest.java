// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.weight.RowWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GreedyGrowthTest {
  private static final int ROWS = 80;
  private static final int FEWEST = 5;

  private static float[] normal(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static List<BinnedColumn> columns(float[] x, int width, int bins) {
    List<BinnedColumn> columns = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      int column = c;
      int[] values =
          IntStream.range(0, x.length / width)
              .map(i -> SortableFloat.of(x[i * width + column]))
              .toArray();
      columns.add(BinnedColumn.of(c, values, bins));
    }
    return columns;
  }

  private static GreedyTree grow(List<BinnedColumn> columns, float[] y, int width, int leaves) {
    int[] rows = IntStream.range(0, y.length / width).toArray();
    int[] all = IntStream.range(0, columns.size()).toArray();
    return new GreedyGrowth(columns, y, RowWeights.equal(y.length / width), width, leaves, FEWEST)
        .grow(rows, all, 1);
  }

  /** Sum of squares about the means of both parts, or infinity if one is too small. */
  private static double within(float[] y, int width, boolean[] right) {
    double sum = 0;
    for (boolean part : new boolean[] {false, true}) {
      int[] rows = IntStream.range(0, right.length).filter(i -> right[i] == part).toArray();
      if (rows.length < FEWEST) {
        return Double.POSITIVE_INFINITY;
      }
      for (int j = 0; j < width; j++) {
        int target = j;
        double mean =
            Arrays.stream(rows).mapToDouble(i -> y[i * width + target]).average().orElse(0);
        sum +=
            Arrays.stream(rows).mapToDouble(i -> Math.pow(y[i * width + target] - mean, 2)).sum();
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void the_first_division_is_the_best_of_all_columns_and_thresholds(int width) {
    int inputs = 3;
    for (int seed = 0; seed < 10; seed++) {
      float[] x = normal(ROWS * inputs, seed);
      float[] y = normal(ROWS * width, 100 + seed);
      double least = Double.POSITIVE_INFINITY;
      for (int c = 0; c < inputs; c++) {
        for (int t = 0; t < ROWS; t++) {
          least = Math.min(least, within(y, width, right(x, inputs, c, x[t * inputs + c])));
        }
      }
      List<BinnedColumn> columns = columns(x, inputs, ROWS);
      GrownTree tree = grow(columns, y, width, 2).compared(columns, 0);
      assertThat(tree.nodes()).isEqualTo(1);
      double found = within(y, width, right(x, inputs, tree.columns()[0], tree.thresholds()[0]));
      // Sums of 80 numbers in another order.
      assertThat(found).isCloseTo(least, Offset.offset(1e-4));
    }
  }

  private static boolean[] right(float[] x, int inputs, int column, float threshold) {
    boolean[] right = new boolean[x.length / inputs];
    for (int i = 0; i < right.length; i++) {
      right[i] = x[i * inputs + column] > threshold;
    }
    return right;
  }

  @Test
  void a_leaf_has_the_mean_of_its_rows_and_enough_of_them() {
    float[] x = normal(ROWS * 2, 1);
    float[] y = normal(ROWS, 2);
    List<BinnedColumn> columns = columns(x, 2, ROWS);
    GreedyTree tree = grow(columns, y, 1, 7);
    assertThat(tree.values()).hasSize(7);
    double[] sums = new double[7];
    int[] counts = new int[7];
    for (int i = 0; i < ROWS; i++) {
      sums[tree.leaf(columns, i)] += y[i];
      counts[tree.leaf(columns, i)]++;
    }
    for (int l = 0; l < 7; l++) {
      assertThat(counts[l]).isGreaterThanOrEqualTo(FEWEST);
      assertThat((double) tree.values()[l]).isCloseTo(sums[l] / counts[l], Offset.offset(1e-6));
    }
  }

  @Test
  void rows_find_the_same_leaf_by_their_inputs_as_by_their_bins() {
    float[] x = normal(ROWS * 2, 1);
    List<BinnedColumn> columns = columns(x, 2, 16);
    GreedyTree tree = grow(columns, normal(ROWS, 2), 1, 9);
    GrownTree compared = tree.compared(columns, 100);
    for (int i = 0; i < ROWS; i++) {
      int at = 0;
      while (at >= 0) {
        boolean right = x[i * 2 + compared.columns()[at]] > compared.thresholds()[at];
        at = right ? compared.right()[at] : compared.left()[at];
      }
      assertThat(-1 - at).isEqualTo(100 + tree.leaf(columns, i));
    }
  }

  @Test
  void one_of_many_categories_is_divided_from_the_others() {
    int[] codes = IntStream.range(0, ROWS).map(i -> i % 8 - 1).toArray();
    float[] y = new float[ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[i] = codes[i] == 3 ? 1 : 0;
    }
    List<BinnedColumn> columns = List.of(BinnedColumn.of(new TreeRows.Categories(5, 7, codes)));
    GreedyTree tree = grow(columns, y, 1, 4);
    GrownTree compared = tree.compared(columns, 0);
    assertThat(compared.columns()).containsExactly(5 + 3);
    assertThat(compared.thresholds()).containsExactly(.5f);
    assertThat(tree.values()[-1 - compared.right()[0]]).isEqualTo(1);
    assertThat(tree.values()[-1 - compared.left()[0]]).isEqualTo(0);
  }

  @Test
  void bins_hold_about_equally_many_rows_and_equal_values_stay_together() {
    float[] x = new float[1000];
    for (int i = 0; i < x.length; i++) {
      x[i] = i < 400 ? 0 : i;
    }
    BinnedColumn column = columns(x, 1, 10).get(0);
    int[] counts = new int[column.count()];
    for (char bin : column.bins()) {
      counts[bin]++;
    }
    assertThat(counts[0]).isEqualTo(400);
    assertThat(counts.length).isLessThanOrEqualTo(10);
    assertThat(Arrays.stream(counts).skip(1)).allMatch(count -> count > 55 && count < 80);
  }

  @Test
  void a_column_of_one_value_is_never_compared() {
    List<BinnedColumn> columns = columns(new float[ROWS], 1, 10);
    GreedyTree tree = grow(columns, normal(ROWS, 2), 1, 4);
    assertThat(tree.columns()).isEmpty();
    assertThat(tree.compared(columns, 3).left()).containsExactly(-4);
  }
}
