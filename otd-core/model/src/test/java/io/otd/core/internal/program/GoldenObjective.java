// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.Noise;
import org.tensorflow.op.Ops;

/** The objective on golden rows with golden noise. */
final class GoldenObjective {
  private GoldenObjective() {}

  /**
   * The golden uniforms {@code [K][d_z]} in the first columns, {@code [K_kin][d_z]} in the last;
   * the values that the flow transports between them must not matter.
   */
  static Noise transported(JsonNode scored, JsonNode charged) {
    return (tf, axis, shape) -> {
      int columns = (int) shape[1];
      assertThat(columns).isGreaterThanOrEqualTo(scored.size() + charged.size());
      float[] values = new float[(int) shape[0] * columns];
      java.util.Arrays.fill(values, 0.9f);
      for (int k = 0; k < scored.size(); k++) {
        fillColumn(values, columns, k, Golden.floats(scored.get(k)));
      }
      for (int k = 0; k < charged.size(); k++) {
        int column = columns - charged.size() + k;
        fillColumn(values, columns, column, Golden.floats(charged.get(k)));
      }
      return GraphRun.constant(tf, values, shape);
    };
  }

  private static void fillColumn(float[] values, int columns, int column, float[] content) {
    assertThat(values).hasSize(content.length * columns);
    for (int j = 0; j < content.length; j++) {
      values[j * columns + column] = content[j];
    }
  }

  static Objective objective(
      Ops tf, TrainingPlan plan, ParameterValues values, Noise noise, JsonNode x, JsonNode y) {
    int rows = x.size();
    return Objective.add(
        tf,
        plan,
        values,
        new ModelNoise(noise, noise),
        GraphRun.constant(tf, Golden.floats(x), rows, plan.model().inputs()),
        GraphRun.constant(tf, Golden.floats(y), rows, plan.model().outputs()),
        tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)),
        tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)));
  }
}
