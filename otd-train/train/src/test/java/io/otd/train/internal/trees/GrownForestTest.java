// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.train.internal.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GrownForestTest {
  private static final int ROWS = 300;
  private static final int WIDTH = 4;
  private static final int OUTPUTS = 2;

  /** Inputs of the model that the trees see: not the second. */
  private static final List<Integer> SEEN = List.of(0, 2, 3);

  private static float[] normal(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static TreeRows rows(float[] x, float[] y) {
    return rows(SEEN, x, y, OUTPUTS);
  }

  private static TreeRows rows(List<Integer> places, float[] x, float[] y, int outputs) {
    TreeRows rows = TreeRows.empty(places, List.of(), y.length / outputs, outputs);
    rows.put(x, y, 0);
    return rows;
  }

  private static float[] drawn(GrownForest forest, ModelSpec model, float[] x, int draws) {
    try (SamplingProgram program =
        new SamplingProgram(
            model,
            draws,
            50,
            DrawDesign.LATIN_HYPERCUBE,
            new Compiler(Compilation.XLA, warning -> {}))) {
      return program.sample(forest.parameters(model), x, 3);
    }
  }

  /** Fully grown, every tree has a leaf for each training row, unless rows have the same inputs. */
  @Test
  void a_draw_for_a_training_row_is_its_targets() {
    float[] x = normal(ROWS * WIDTH, 1);
    float[] y = normal(ROWS * OUTPUTS, 2);
    GrownForest forest = GrownForest.grow(rows(x, y), 5, 7, Workers.ONE_BY_ONE);
    ModelSpec model = Grown.model(List.of(forest), WIDTH);
    float[] drawn = drawn(forest, model, x, 20);
    for (int k = 0; k < 20; k++) {
      int at = k * y.length;
      assertThat(Arrays.copyOfRange(drawn, at, at + y.length)).containsExactly(y);
    }
  }

  @Test
  void rows_with_the_same_inputs_give_one_of_their_targets_per_tree() {
    float[] one = normal(WIDTH, 4);
    float[] x = new float[ROWS * WIDTH];
    for (int i = 0; i < ROWS; i++) {
      System.arraycopy(one, 0, x, i * WIDTH, WIDTH);
    }
    float[] y = normal(ROWS * OUTPUTS, 5);
    GrownForest forest = GrownForest.grow(rows(x, y), 64, 7, Workers.ONE_BY_ONE);
    ModelSpec model = Grown.model(List.of(forest), WIDTH);
    assertThat(((Forest) model.network()).nodes()).isEqualTo(1);
    float[] drawn = drawn(forest, model, one, 64);
    Set<Float> firsts = new HashSet<>();
    for (int k = 0; k < 64; k++) {
      firsts.add(drawn[k * OUTPUTS]);
    }
    // 64 of 300 with replacement: 57.7 different ones are expected.
    assertThat(firsts).hasSizeBetween(45, 64);
    Set<Float> targets = new HashSet<>();
    for (int i = 0; i < ROWS; i++) {
      targets.add(y[i * OUTPUTS]);
    }
    assertThat(targets).containsAll(firsts);
  }

  @Test
  void a_node_is_divided_by_the_column_that_explains_the_targets() {
    float[] x = normal(ROWS * WIDTH, 6);
    float[] y = new float[ROWS * OUTPUTS];
    for (int i = 0; i < ROWS; i++) {
      y[i * OUTPUTS + 1] = x[i * WIDTH + 2] > 0 ? 1 : -1;
    }
    List<Integer> roots = new ArrayList<>();
    for (int t = 0; t < 20; t++) {
      roots.add(TreeGrowth.grow(rows(x, y), new SplittableRandom(t)).columns()[0]);
    }
    assertThat(roots).containsOnly(2);
  }

  /** They are tried in random order, some at a time. */
  @Test
  void the_best_of_eleven_columns_is_found_wherever_it_is_tried() {
    int columns = 11;
    float[] x = normal(ROWS * columns, 6);
    float[] y = new float[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i * columns + 7] = i % 2;
      y[i] = i % 2;
    }
    List<Integer> all = IntStream.range(0, columns).boxed().toList();
    for (int seed = 0; seed < 40; seed++) {
      GrownTree tree = TreeGrowth.grow(rows(all, x, y, 1), new SplittableRandom(seed));
      assertThat(tree.columns()[0]).isEqualTo(7);
    }
  }

  /** The score that chooses is the variance within the parts, by its own definition. */
  @Test
  void the_division_has_the_smaller_variance_of_the_two_drawn() {
    float[] x = normal(ROWS * WIDTH, 8);
    float[] y = normal(ROWS * OUTPUTS, 9);
    // Of two values each: every threshold between them divides alike.
    for (int i = 0; i < ROWS; i++) {
      x[i * WIDTH] = i % 2;
      x[i * WIDTH + 3] = i / 2 % 2;
    }
    int better = within(x, y, 0, .5f) < within(x, y, 3, .5f) ? 0 : 3;
    for (int seed = 0; seed < 20; seed++) {
      GrownTree tree =
          TreeGrowth.grow(rows(List.of(0, 3), x, y, OUTPUTS), new SplittableRandom(seed));
      assertThat(tree.columns()[0]).isEqualTo(better);
    }
  }

  @Test
  void a_tree_of_one_column_has_a_leaf_for_each_of_its_values() {
    float[] x = normal(ROWS * WIDTH, 8);
    float[] y = normal(ROWS * OUTPUTS, 9);
    GrownTree tree = TreeGrowth.grow(rows(List.of(3), x, y, OUTPUTS), new SplittableRandom(1));
    assertThat(tree.columns()).containsOnly(3);
    assertThat(tree.nodes()).isEqualTo(ROWS - 1);
  }

  /** Each category has its own target, which is found for all of them. */
  @Test
  void a_column_of_many_categories_is_divided_by_one_after_another() {
    int categories = 40;
    float[] x = new float[ROWS * (1 + categories)];
    float[] y = new float[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i * (1 + categories) + 1 + i % categories] = 1;
      y[i] = i % categories * 7 % categories;
    }
    TreeRows rows =
        TreeRows.empty(
            List.of(0), List.of(new TreeRows.Categories(1, categories, new int[0])), ROWS, 1);
    rows.put(x, y, 0);
    GrownForest forest = GrownForest.grow(rows, 5, 7, Workers.ONE_BY_ONE);
    ModelSpec model = Grown.model(List.of(forest), 1 + categories);
    assertThat(((Forest) model.network()).nodes()).isEqualTo(categories - 1);
    float[] drawn = drawn(forest, model, x, 10);
    for (int k = 0; k < 10; k++) {
      assertThat(Arrays.copyOfRange(drawn, k * ROWS, (k + 1) * ROWS)).containsExactly(y);
    }
  }

  /** Far more columns than are compared in a node, of which most are constant. */
  @Test
  void among_many_constant_columns_the_others_are_found() {
    int columns = 400;
    float[] x = new float[ROWS * columns];
    float[] y = normal(ROWS, 2);
    for (int i = 0; i < ROWS; i++) {
      x[i * columns + 17] = i;
    }
    List<Integer> all = IntStream.range(0, columns).boxed().toList();
    GrownTree tree = TreeGrowth.grow(rows(all, x, y, 1), new SplittableRandom(1));
    assertThat(tree.columns()).containsOnly(17);
    assertThat(tree.nodes()).isEqualTo(ROWS - 1);
  }

  /** Each column tells one row from the others: none may be lost on the way down. */
  @Test
  void columns_that_vary_in_one_child_are_not_forgotten_there() {
    int columns = 100;
    float[] x = new float[columns * columns];
    for (int i = 0; i < columns; i++) {
      x[i * columns + i] = 1;
    }
    List<Integer> all = IntStream.range(0, columns).boxed().toList();
    for (int seed = 0; seed < 5; seed++) {
      GrownTree tree =
          TreeGrowth.grow(rows(all, x, normal(columns, 2), 1), new SplittableRandom(seed));
      // Each division cuts off one row, down to the bound.
      assertThat(tree.nodes()).isEqualTo(TreeGrowth.DEEPEST);
    }
  }

  @Test
  void several_columns_of_many_categories_are_all_found() {
    int categories = 20;
    float[] x = new float[ROWS * 3 * categories];
    float[] y = new float[ROWS];
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < ROWS; i++) {
      for (int g = 0; g < 3; g++) {
        int code = random.nextInt(categories);
        x[(i * 3 + g) * categories + code] = 1;
        y[i] += (float) (code * Math.pow(categories, g));
      }
    }
    List<TreeRows.Categories> groups =
        IntStream.range(0, 3)
            .mapToObj(g -> new TreeRows.Categories(g * categories, categories, new int[0]))
            .toList();
    TreeRows rows = TreeRows.empty(List.of(), groups, ROWS, 1);
    rows.put(x, y, 0);
    GrownForest forest = GrownForest.grow(rows, 4, 7, Workers.ONE_BY_ONE);
    ModelSpec model = Grown.model(List.of(forest), 3 * categories);
    float[] drawn = drawn(forest, model, x, 8);
    int exact = 0;
    for (int k = 0; k < 8; k++) {
      for (int i = 0; i < ROWS; i++) {
        exact += drawn[k * ROWS + i] == y[i] ? 1 : 0;
      }
    }
    // All but what the bound of the depth leaves together.
    assertThat(exact / (8.0 * ROWS)).isGreaterThan(.9);
  }

  private static double within(float[] x, float[] y, int column, float threshold) {
    double sum = 0;
    for (int side = 0; side < 2; side++) {
      for (int j = 0; j < OUTPUTS; j++) {
        List<Float> part = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          if (x[i * WIDTH + column] > threshold == (side == 1)) {
            part.add(y[i * OUTPUTS + j]);
          }
        }
        double mean = part.stream().mapToDouble(v -> v).average().orElseThrow();
        sum += part.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
      }
    }
    return sum;
  }

  /** A child comes after its parent, so that no way through a tree can return. */
  @Test
  void nodes_are_numbered_from_the_root() {
    GrownTree tree =
        TreeGrowth.grow(
            rows(normal(ROWS * WIDTH, 1), normal(ROWS * OUTPUTS, 2)), new SplittableRandom(5));
    for (int i = 0; i < tree.nodes(); i++) {
      for (int child : List.of(tree.left()[i], tree.right()[i])) {
        assertThat(child < 0 ? i + 1 : child).isGreaterThan(i);
        assertThat(child).isBetween(-ROWS, tree.nodes() - 1);
      }
    }
  }

  @Test
  void trees_depend_on_the_rows_and_the_seed() {
    TreeRows data = rows(normal(ROWS * WIDTH, 1), normal(ROWS * OUTPUTS, 2));
    GrownForest forest = GrownForest.grow(data, 6, 7, Workers.ONE_BY_ONE);
    ModelSpec model = Grown.model(List.of(forest), WIDTH);
    assertThat(GrownForest.grow(data, 6, 7, Workers.ONE_BY_ONE).parameters(model))
        .isEqualTo(forest.parameters(model));
    GrownForest other = GrownForest.grow(data, 6, 8, Workers.ONE_BY_ONE);
    ModelSpec both = Grown.model(List.of(forest, other), WIDTH);
    assertThat(other.parameters(both)).isNotEqualTo(forest.parameters(both));
  }

  /** Most rows are close together, and each division cuts off one that is far away. */
  @Test
  void a_tree_is_not_deeper_than_its_bound() {
    int rows = 200;
    float[] x = new float[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = (float) Math.pow(1.5, i);
    }
    TreeRows data = rows(List.of(0), x, normal(rows, 3), 1);
    GrownTree tree = TreeGrowth.grow(data, new SplittableRandom(1));
    assertThat(tree.depth()).isEqualTo(TreeGrowth.DEEPEST);
  }
}
