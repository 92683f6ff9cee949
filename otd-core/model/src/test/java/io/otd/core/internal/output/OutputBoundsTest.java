// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

class OutputBoundsTest {
  private static final OutputBounds BOUNDS =
      new OutputBounds(List.of(0f, Float.NEGATIVE_INFINITY), List.of(2f, -1f));

  @Test
  void draws_beyond_a_bound_are_clipped_to_it() {
    float[] draws = {-3, -3, 1, 0, 2.5f, -1};
    assertThat(bounded(draws).get(0)).containsExactly(0, -3, 1, -1, 2, -1);
  }

  /** Otherwise a network whose draws are all outside would never learn to return. */
  @Test
  void the_gradient_ignores_the_bounds() {
    float[] draws = {-3, -3, 1, 0, 2.5f, -1};
    assertThat(bounded(draws).get(1)).containsOnly(1);
  }

  /** Bounded draws {@code [3, 1, 2]} and the gradient of their sum. */
  private static List<float[]> bounded(float[] draws) {
    return GraphRun.compiled(
        tf -> {
          Operand<TFloat32> given = GraphRun.constant(tf, draws, 3, 1, 2);
          Operand<TFloat32> bounded = BOUNDS.apply(tf, given);
          Operand<TFloat32> sum = tf.reduceSum(bounded, tf.constant(new int[] {0, 1, 2}));
          return List.of(
              bounded,
              Gradients.of(
                      tf, List.of(sum), List.of(tf.constant(1f)), List.of(given), List.of("draws"))
                  .get(0));
        });
  }

  @Test
  void unpaired_or_unordered_bounds_are_refused() {
    assertThatThrownBy(() -> new OutputBounds(List.of(0f, 1f), List.of(2f)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bounds of outputs: 2 lower, 1 upper (expected: as many)");
    assertThatThrownBy(() -> new OutputBounds(List.of(0f, 3f), List.of(2f, 3f)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bounds of output 1: 3.0 and 3.0 (expected: ascending)");
  }
}
