// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.internal.trained.TestModels;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ForestTest {
  private static final int DRAWS = 200;
  private static final int ROWS = 11;
  private static final int INPUTS = 3;
  private static final int OUTPUTS = 2;
  private static final Forest FOREST = new Forest(7, 12, 12, 9);
  private static final ModelSpec SPEC = new ModelSpec(INPUTS, OUTPUTS, FOREST, new Uniform());
  private static final Weights WEIGHTS = TestModels.weights(SPEC, 5);

  @ParameterizedTest
  @EnumSource(Compilation.Alone.class)
  void each_draw_is_the_leaf_of_its_tree_for_every_row(Compilation compilation) {
    float[] x = inputs();
    ParameterVector vector = new ParameterVector(SPEC.parameters());
    float[] parameters =
        vector.join(SPEC.parameters().stream().map(p -> WEIGHTS.get(p.name())).toList());
    try (SamplingProgram program =
        new SamplingProgram(
            SPEC,
            DRAWS,
            4,
            DrawDesign.LATIN_HYPERCUBE,
            new Compiler(
                compilation,
                warning -> {
                  throw new AssertionError(warning);
                }))) {
      float[] drawn = program.sample(parameters, x, 17);
      float[] uniforms = program.masks(parameters, 17).transported();
      boolean[] used = new boolean[FOREST.trees()];
      for (int k = 0; k < DRAWS; k++) {
        int tree = (int) (uniforms[k] * FOREST.trees());
        used[tree] = true;
        for (int i = 0; i < ROWS; i++) {
          int at = (k * ROWS + i) * OUTPUTS;
          assertThat(Arrays.copyOfRange(drawn, at, at + OUTPUTS))
              .containsExactly(leaf(tree, Arrays.copyOfRange(x, i * INPUTS, (i + 1) * INPUTS)));
        }
      }
      assertThat(used).doesNotContain(false);
    }
  }

  @ParameterizedTest
  @EnumSource(Compilation.Alone.class)
  void a_row_with_an_input_that_is_no_number_has_no_draws(Compilation compilation) {
    float[] x = inputs();
    x[4 * INPUTS + 1] = Float.NaN;
    float[] parameters =
        new ParameterVector(SPEC.parameters())
            .join(SPEC.parameters().stream().map(p -> WEIGHTS.get(p.name())).toList());
    try (SamplingProgram program =
        new SamplingProgram(
            SPEC, DRAWS, 4, DrawDesign.INDEPENDENT, new Compiler(compilation, warning -> {}))) {
      float[] drawn = program.sample(parameters, x, 17);
      for (int i = 0; i < drawn.length; i++) {
        assertThat(Float.isNaN(drawn[i])).isEqualTo(i / OUTPUTS % ROWS == 4);
      }
    }
  }

  private static float[] inputs() {
    SplittableRandom random = new SplittableRandom(3);
    float[] x = new float[ROWS * INPUTS];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    // On a threshold: goes left.
    x[(int) WEIGHTS.get(Forest.COLUMN)[0]] = WEIGHTS.get(Forest.THRESHOLD)[0];
    return x;
  }

  private static float[] leaf(int tree, float[] x) {
    int node = 0;
    while (node >= 0) {
      int at = tree * FOREST.nodes() + node;
      boolean right = x[(int) WEIGHTS.get(Forest.COLUMN)[at]] > WEIGHTS.get(Forest.THRESHOLD)[at];
      node = (int) WEIGHTS.get(right ? Forest.RIGHT : Forest.LEFT)[at];
    }
    int row = -1 - node;
    return Arrays.copyOfRange(WEIGHTS.get(Forest.TARGETS), row * OUTPUTS, (row + 1) * OUTPUTS);
  }

  @Test
  void only_uniforms_choose_trees() {
    assertThatThrownBy(() -> new ModelSpec(INPUTS, OUTPUTS, FOREST, new Deterministic()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("choice of a tree: Deterministic[] (expected: uniform)");
  }

  @Test
  void sizes_are_checked() {
    assertThatThrownBy(() -> new Forest(1, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("forest: 1 trees of 0 nodes, depth 1, 1 rows (expected: each >= 1)");
    assertThatThrownBy(() -> new Forest(4096, 4097, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("(expected: at most 16777216 nodes and rows)");
  }
}
