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
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BoostedForestTest {
  private static final int DRAWS = 40;
  private static final int ROWS = 11;
  private static final int INPUTS = 3;
  private static final int OUTPUTS = 2;
  private static final Forest TREES = new Forest(3, 8, 8, 9);
  private static final BoostedForest BOOSTED = new BoostedForest(TREES, 5);
  private static final ModelSpec SPEC = new ModelSpec(INPUTS, OUTPUTS, BOOSTED, new Uniform());
  private static final Weights WEIGHTS = TestModels.weights(SPEC, 5);

  private static SamplingProgram program(Compilation compilation) {
    return new SamplingProgram(
        SPEC,
        DRAWS,
        4,
        DrawDesign.LATIN_HYPERCUBE,
        new Compiler(
            compilation,
            warning -> {
              throw new AssertionError(warning);
            }));
  }

  private static float[] parameters() {
    return new ParameterVector(SPEC.parameters())
        .join(SPEC.parameters().stream().map(p -> WEIGHTS.get(p.name())).toList());
  }

  private static float[] inputs() {
    SplittableRandom random = new SplittableRandom(3);
    float[] x = new float[ROWS * INPUTS];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  /** Sum of the values of all trees, walked down one by one. */
  private static double sum(float[] x, int row, int value) {
    double sum = 0;
    for (int tree = 0; tree < TREES.trees(); tree++) {
      int node = 0;
      while (node >= 0) {
        int at = tree * TREES.nodes() + node;
        float input = x[row * INPUTS + (int) WEIGHTS.get(Forest.COLUMN)[at]];
        boolean right = input > WEIGHTS.get(Forest.THRESHOLD)[at];
        node = (int) WEIGHTS.get(right ? Forest.RIGHT : Forest.LEFT)[at];
      }
      sum += WEIGHTS.get(Forest.TARGETS)[(-1 - node) * 2 * OUTPUTS + value];
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(Compilation.Alone.class)
  void a_draw_is_the_location_plus_the_scale_times_a_residual(Compilation compilation) {
    float[] x = inputs();
    float[] residuals = WEIGHTS.get(BoostedForest.RESIDUALS);
    try (SamplingProgram program = program(compilation)) {
      float[] drawn = program.sample(parameters(), x, 17);
      float[] uniforms = program.masks(parameters(), 17).transported();
      for (int k = 0; k < DRAWS; k++) {
        int residual = (int) (uniforms[k] * BOOSTED.residuals());
        for (int i = 0; i < ROWS; i++) {
          for (int j = 0; j < OUTPUTS; j++) {
            double expected =
                sum(x, i, j) + Math.exp(sum(x, i, OUTPUTS + j)) * residuals[residual * OUTPUTS + j];
            // Sums of three values in single precision, and its exponential.
            assertThat((double) drawn[(k * ROWS + i) * OUTPUTS + j])
                .isCloseTo(expected, Offset.offset(1e-5 * (1 + Math.abs(expected))));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Compilation.Alone.class)
  void a_row_with_an_input_that_is_no_number_has_no_draws(Compilation compilation) {
    float[] x = inputs();
    x[4 * INPUTS + 1] = Float.NaN;
    try (SamplingProgram program = program(compilation)) {
      float[] drawn = program.sample(parameters(), x, 17);
      for (int i = 0; i < drawn.length; i++) {
        assertThat(Float.isNaN(drawn[i])).isEqualTo(i / OUTPUTS % ROWS == 4);
      }
    }
  }

  @Test
  void only_uniforms_choose_residuals() {
    assertThatThrownBy(() -> new ModelSpec(INPUTS, OUTPUTS, BOOSTED, new Deterministic()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("choice of a residual: Deterministic[] (expected: uniform)");
  }

  @Test
  void there_is_a_residual() {
    assertThatThrownBy(() -> new BoostedForest(TREES, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("residuals: 0 (expected: >= 1)");
  }
}
