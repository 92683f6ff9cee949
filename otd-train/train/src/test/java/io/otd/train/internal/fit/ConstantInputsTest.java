// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.settings.Method;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConstantInputsTest {
  private static final int ROWS = 3;
  private static final int INPUTS = 4;
  private static final int DRAWS = 6;

  private static float[] normal(long seed, int size) {
    Random random = new Random(seed);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /** With the linear path, residual blocks and random masks, as the method has them. */
  @Test
  void the_folded_network_gives_for_every_input_what_the_other_gives_for_ones() {
    ModelSpec model = Method.MARGINAL.standard().modelSpec(INPUTS, 2);
    int size = model.parameters().stream().mapToInt(p -> p.size()).sum();
    float[] trained = normal(1, size);
    for (int i = 0; i < size; i++) {
      trained[i] *= .2f;
    }
    TrainingRows rows = new TrainingRows(normal(2, ROWS * INPUTS), new float[ROWS * 2], ROWS);
    try (SamplingProgram program =
        new SamplingProgram(
            model, DRAWS, ROWS, DrawDesign.INDEPENDENT, Compilation.NONE, w -> {})) {
      float[] expected = program.sample(trained, ConstantInputs.on(rows).x(), 7);
      float[] folded = program.sample(ConstantInputs.folded(model, trained), rows.x(), 7);
      float[] seeing = program.sample(trained, rows.x(), 7);
      double moved = 0;
      for (int i = 0; i < expected.length; i++) {
        assertThat(folded[i]).isCloseTo(expected[i], within(1e-4f));
        moved = Math.max(moved, Math.abs(seeing[i] - expected[i]));
      }
      assertThat(moved).as("what the inputs change where they are seen").isGreaterThan(.05);
    }
  }
}
