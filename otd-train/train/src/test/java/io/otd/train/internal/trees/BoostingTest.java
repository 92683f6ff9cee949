// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.weight.RowWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class BoostingTest {
  private static final Boosting BOOSTING = new Boosting(.1, 63, 5, 300, 30);

  private static float[] normal(int count, SplittableRandom random) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static BinnedColumn column(int place, float[] values) {
    int[] sortable = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      sortable[i] = SortableFloat.of(values[i]);
    }
    return BinnedColumn.of(place, sortable, 255);
  }

  /** Every third row is not seen. */
  private static int[] unseen(int rows) {
    return IntStream.range(0, rows).filter(row -> row % 3 == 0).toArray();
  }

  private static Boosting.Boosted boosted(List<BinnedColumn> data, float[] targets) {
    int[] seen = IntStream.range(0, targets.length).filter(row -> row % 3 > 0).toArray();
    return BOOSTING.boost(
        data,
        targets,
        RowWeights.equal(targets.length),
        1,
        seen,
        unseen(targets.length),
        new SplittableRandom(7));
  }

  private static double sum(List<GreedyTree> trees, List<BinnedColumn> data, int row) {
    return trees.stream().mapToDouble(tree -> tree.values()[tree.leaf(data, row)]).sum();
  }

  /** Sum of squares of the unseen rows less what trees predict. */
  private static double left(List<GreedyTree> trees, List<BinnedColumn> data, float[] targets) {
    double squares = 0;
    for (int row : unseen(targets.length)) {
      squares += Math.pow(targets[row] - sum(trees, data, row), 2);
    }
    return squares;
  }

  @Test
  void noise_ends_it_soon_and_is_not_learned() {
    SplittableRandom random = new SplittableRandom(1);
    float[] targets = normal(200, random);
    List<BinnedColumn> data =
        IntStream.range(0, 3).mapToObj(c -> column(c, normal(200, random))).toList();
    Boosting.Boosted boosted = boosted(data, targets);
    assertThat(boosted.trees()).hasSizeLessThan(100);
    assertThat(left(boosted.trees(), data, targets))
        .isLessThanOrEqualTo(left(boosted.trees().subList(0, 1), data, targets));
  }

  @Test
  void the_sums_are_those_of_the_trees_row_by_row() {
    SplittableRandom random = new SplittableRandom(1);
    List<BinnedColumn> data = new ArrayList<>();
    float[] x = normal(300, random);
    data.add(column(0, x));
    data.add(column(1, normal(300, random)));
    float[] targets = normal(300, random);
    for (int i = 0; i < targets.length; i++) {
      targets[i] += x[i] > 0 ? 2 : -2;
    }
    Boosting.Boosted boosted = boosted(data, targets);
    assertThat(boosted.trees()).hasSizeGreaterThan(10);
    for (int row = 0; row < targets.length; row++) {
      double sum = row % 3 == 0 ? sum(boosted.trees(), data, row) : 0;
      // Sums of some dozens of floats in another order.
      assertThat((double) boosted.sums()[row]).isCloseTo(sum, Offset.offset(1e-5));
    }
  }

  /** Every fifth tree compares four flags alone, which are too rare to divide anything. */
  @Test
  void a_tree_without_a_division_does_not_end_it() {
    SplittableRandom random = new SplittableRandom(1);
    float[] targets = new float[300];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = random.nextBoolean() ? 1 : -1;
    }
    List<BinnedColumn> data = new ArrayList<>(List.of(column(0, targets)));
    for (int c = 1; c < 5; c++) {
      float[] flag = new float[300];
      flag[c] = 1;
      data.add(column(c, flag));
    }
    Boosting.Boosted boosted = boosted(data, targets);
    assertThat(left(boosted.trees(), data, targets)).isLessThan(1e-3);
    assertThat(boosted.trees()).hasSizeLessThanOrEqualTo(301);
  }
}
