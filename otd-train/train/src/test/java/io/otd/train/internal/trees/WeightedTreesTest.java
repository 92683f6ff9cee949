// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.internal.weight.RowWeights;
import io.otd.train.internal.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Trees of rows that do not count the same. */
class WeightedTreesTest {
  private static final int DRAWS = 2000;

  private static List<BinnedColumn> columns(float[] x, int[] rows) {
    int[] values = Arrays.stream(rows).map(row -> SortableFloat.of(x[row])).toArray();
    return List.of(BinnedColumn.of(0, values, 255));
  }

  /** The columns have a bin for each value, so all divisions are those of the repeated rows. */
  @Test
  void greedy_trees_are_those_of_repeated_rows() {
    SplittableRandom random = new SplittableRandom(1);
    int n = 60;
    float[] x = new float[n];
    float[] y = new float[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextDouble();
      y[i] = (float) (Math.sin(9 * x[i]) + random.nextGaussian());
      weights[i] = 1 + i % 3;
    }
    int[] all = IntStream.range(0, n).toArray();
    int[] repeated =
        IntStream.range(0, n)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
            .toArray();
    float[] often = new float[repeated.length];
    for (int i = 0; i < often.length; i++) {
      often[i] = y[repeated[i]];
    }
    GreedyTree weighted =
        new GreedyGrowth(columns(x, all), y, new RowWeights(weights), 1, 8, 5)
            .grow(all, new int[] {0}, 1);
    GreedyTree expected =
        new GreedyGrowth(columns(x, repeated), often, RowWeights.equal(repeated.length), 1, 8, 5)
            .grow(IntStream.range(0, repeated.length).toArray(), new int[] {0}, 1);
    assertThat(weighted.divisions()).isEqualTo(expected.divisions());
    assertThat(weighted.values()).hasSize(8).containsExactly(expected.values(), within(1e-6f));
  }

  /** Two populations that no input tells apart, about -2 and 2. */
  private static TreeRows mixture(int rows, double weightOfHigh) {
    SplittableRandom random = new SplittableRandom(2);
    float[] x = new float[rows];
    float[] y = new float[rows];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      boolean high = i % 2 == 0;
      x[i] = (float) random.nextDouble();
      y[i] = (float) ((high ? 2 : -2) + .2 * random.nextGaussian());
      weights[i] = high ? weightOfHigh : 1;
    }
    TreeRows data =
        TreeRows.empty(List.of(0), List.of(), rows, 1).weighted(new RowWeights(weights));
    data.put(x, y, 0);
    return data;
  }

  /** Share of the draws above 0, over inputs from 0 to 1. */
  private static double share(Grown grown) {
    int at = 20;
    float[] x = new float[at];
    for (int i = 0; i < at; i++) {
      x[i] = (i + .5f) / at;
    }
    ModelSpec model = Grown.model(List.of(grown), 1);
    try (SamplingProgram program =
        new SamplingProgram(
            model,
            DRAWS,
            at,
            DrawDesign.LATIN_HYPERCUBE,
            new Compiler(Compilation.XLA, warning -> {}))) {
      float[] drawn = program.sample(grown.parameters(model), x, 3);
      return IntStream.range(0, drawn.length).filter(i -> drawn[i] > 0).count()
          / (double) drawn.length;
    }
  }

  /** A tree's rows about an input are few, but trees differ: 64 at 20 inputs. */
  @Test
  void random_trees_draw_populations_in_proportion_to_their_weights() {
    for (double weight : new double[] {1, 3}) {
      Grown grown = GrownForest.grow(mixture(400, weight), 64, 7, Workers.ONE_BY_ONE);
      assertThat(share(grown)).isCloseTo(weight / (1 + weight), within(.05));
    }
  }

  @Test
  void the_noise_of_boosted_trees_has_populations_in_proportion_to_their_weights() {
    for (double weight : new double[] {1, 3}) {
      TreeRows rows = mixture(1000, weight);
      int[] parts = IntStream.range(0, 1000).map(i -> i / 2 % 5).toArray();
      Grown grown = BoostedLaw.grow(rows, parts, 60, 7, Workers.ONE_BY_ONE);
      assertThat(share(grown)).isCloseTo(weight / (1 + weight), within(.05));
    }
  }

  @Test
  void a_row_that_outweighs_all_others_leaves_each_tree_some_of_them() {
    double[] weights = new double[400];
    Arrays.fill(weights, 1);
    weights[7] = 1e9;
    int[] seen = SeenRows.of(new RowWeights(weights), new SplittableRandom(1));
    assertThat(seen).contains(7);
    double[] tenfold = new double[400];
    Arrays.fill(tenfold, 1);
    tenfold[7] = 30;
    // Every row is seen with probability 1 / 10.7 or more, tenths of the mean weight.
    assertThat(SeenRows.of(new RowWeights(tenfold), new SplittableRandom(1)))
        .contains(7)
        .hasSizeBetween(20, 60);
  }
}
