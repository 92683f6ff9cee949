// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.metrics.Crps;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BoostedLawTest {
  private static final int ROWS = 1500;
  private static final int WIDTH = 3;
  private static final int DRAWS = 200;

  /** Of uniform inputs, {@code [n, 3]}. */
  private static float[] uniform(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] x = new float[rows * WIDTH];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextDouble();
    }
    return x;
  }

  private static TreeRows rows(float[] x, float[] y, int outputs) {
    TreeRows rows = TreeRows.empty(List.of(0, 1, 2), List.of(), y.length / outputs, outputs);
    rows.put(x, y, 0);
    return rows;
  }

  private static int[] parts(int rows) {
    return IntStream.range(0, rows).map(i -> i % 5).toArray();
  }

  private static GrownBoosting grown(TreeRows rows, Workers workers) {
    return BoostedLaw.grow(rows, parts(rows.rows()), 300, 7, workers);
  }

  private static float[] drawn(Grown grown, float[] x) {
    ModelSpec model = Grown.model(List.of(grown), WIDTH);
    try (SamplingProgram program =
        new SamplingProgram(
            model,
            DRAWS,
            500,
            DrawDesign.LATIN_HYPERCUBE,
            new Compiler(Compilation.XLA, warning -> {}))) {
      return program.sample(grown.parameters(model), x, 3);
    }
  }

  /** Steps on a board of 8 times 8 fields, with a little noise; the third input says nothing. */
  private static float[] steps(float[] x, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] y = new float[x.length / WIDTH];
    for (int i = 0; i < y.length; i++) {
      int field = (int) (8 * x[i * WIDTH]) + 3 * (int) (8 * x[i * WIDTH + 1]);
      y[i] = (float) (Math.sin(2.4 * field) + .2 * random.nextGaussian());
    }
    return y;
  }

  private static double score(Grown grown, float[] x, float[] y) {
    float[] drawn = drawn(grown, x);
    double sum = 0;
    for (int i = 0; i < y.length; i++) {
      double[] ascending = new double[DRAWS];
      for (int k = 0; k < DRAWS; k++) {
        ascending[k] = drawn[k * y.length + i];
      }
      Arrays.sort(ascending);
      sum += Crps.empirical(ascending, y[i]);
    }
    return sum / y.length;
  }

  @Test
  void steps_are_found_better_than_by_random_divisions() {
    float[] x = uniform(ROWS, 1);
    TreeRows rows = rows(x, steps(x, 2), 1);
    float[] test = uniform(ROWS, 3);
    float[] observed = steps(test, 4);
    double greedy = score(grown(rows, Workers.ONE_BY_ONE), test, observed);
    double random = score(GrownForest.grow(rows, 64, 7, Workers.ONE_BY_ONE), test, observed);
    assertThat(greedy).isLessThan(.9 * random);
  }

  /** The noise has a standard deviation of .1 on one side, and of 1 on the other. */
  @Test
  void the_scale_depends_on_the_inputs() {
    float[] x = uniform(ROWS, 1);
    SplittableRandom random = new SplittableRandom(5);
    float[] y = new float[ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[i] = (float) ((x[i * WIDTH + 1] < .5 ? .1 : 1) * random.nextGaussian());
    }
    float[] drawn =
        drawn(grown(rows(x, y, 1), Workers.ONE_BY_ONE), new float[] {.5f, .2f, .5f, .5f, .8f, .5f});
    double[] deviations = new double[2];
    for (int row = 0; row < 2; row++) {
      int of = row;
      deviations[row] =
          Math.sqrt(
              IntStream.range(0, DRAWS)
                  .mapToDouble(k -> Math.pow(drawn[k * 2 + of], 2))
                  .average()
                  .orElseThrow());
    }
    // The location's own error, and the bound of small residuals, add to what the rows tell.
    assertThat(deviations[0]).isBetween(.08, .25);
    assertThat(deviations[1]).isBetween(.8, 1.3);
  }

  /** The residuals of a draw are those of one row: here, the second is minus the first. */
  @Test
  void targets_keep_their_joint_distribution() {
    float[] x = uniform(ROWS, 1);
    SplittableRandom random = new SplittableRandom(5);
    float[] y = new float[2 * ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[2 * i] = (float) random.nextGaussian();
      y[2 * i + 1] = -y[2 * i];
    }
    float[] drawn = drawn(grown(rows(x, y, 2), Workers.ONE_BY_ONE), new float[] {.5f, .5f, .5f});
    double products = 0;
    double squares = 0;
    for (int k = 0; k < DRAWS; k++) {
      products += drawn[2 * k] * drawn[2 * k + 1];
      squares += drawn[2 * k] * drawn[2 * k];
    }
    assertThat(products / squares).isBetween(-1.15, -.85);
  }

  @Test
  void the_number_of_threads_changes_no_bit() {
    float[] x = uniform(300, 1);
    TreeRows rows = rows(x, steps(x, 2), 1);
    GrownBoosting one = grown(rows, Workers.ONE_BY_ONE);
    ModelSpec model = Grown.model(List.of(one), WIDTH);
    GrownBoosting again = grown(rows, new FairThreadPool(3));
    assertThat(Grown.model(List.of(again), WIDTH)).isEqualTo(model);
    assertThat(again.parameters(model)).isEqualTo(one.parameters(model));
  }

  @Test
  void a_few_rows_without_inputs_have_their_own_law() {
    TreeRows rows = TreeRows.empty(List.of(), List.of(), 3, 1);
    rows.put(new float[3 * WIDTH], new float[] {1, 2, 4}, 0);
    GrownBoosting grown = BoostedLaw.grow(rows, new int[] {0, 1, 2}, 300, 7, Workers.ONE_BY_ONE);
    float[] drawn = drawn(grown, new float[WIDTH]);
    for (float y : drawn) {
      assertThat(y).isBetween(-1f, 6f);
    }
    assertThat(drawn[0]).isNotNaN();
  }

  private static float[] drawnOf(float[] targets, int[] part) {
    TreeRows rows = TreeRows.empty(List.of(), List.of(), targets.length, 1);
    rows.put(new float[targets.length * WIDTH], targets, 0);
    return drawn(BoostedLaw.grow(rows, part, 300, 7, Workers.ONE_BY_ONE), new float[WIDTH]);
  }

  @Test
  void one_part_learns_its_own_rows() {
    for (float y : drawnOf(new float[] {2, 2, 2}, new int[3])) {
      assertThat(y).isCloseTo(2, within(1e-6f));
    }
  }

  /**
   * Parts of 90 rows at 0 and 10 at 1. The mean is that of all rows, 0.1; the residuals are -1 and
   * 1.
   */
  @Test
  void trees_count_as_much_as_the_rows_that_they_have_seen() {
    float[] targets = new float[100];
    int[] part = new int[100];
    Arrays.fill(targets, 90, 100, 1);
    Arrays.fill(part, 90, 100, 1);
    float[] drawn = drawnOf(targets, part);
    Arrays.sort(drawn);
    assertThat(drawn[0]).isCloseTo(-.9f, within(1e-5f));
    assertThat(drawn[DRAWS - 1]).isCloseTo(1.1f, within(1e-5f));
  }

  /** So many bins that 63 leaves have 2^24 sums at most, but at least 15. */
  @ParameterizedTest
  @CsvSource({"10, 1, 255", "522, 1, 255", "1000, 1, 133", "1000, 3, 66", "10000, 1, 15"})
  void wide_tables_have_fewer_bins(int columns, int targets, int bins) {
    assertThat(BoostedLaw.bins(columns, targets)).isEqualTo(bins);
  }
}
