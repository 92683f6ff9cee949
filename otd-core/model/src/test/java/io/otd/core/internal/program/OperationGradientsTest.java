// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Tensors;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.types.TFloat32;

class OperationGradientsTest {
  static Stream<String> types() {
    return DifferentiatedOperations.BY_TYPE.keySet().stream().sorted();
  }

  /**
   * At step 1/64 the error of the differences is 1/24,000 of the third derivative, and rounding.
   */
  @ParameterizedTest
  @MethodSource("types")
  void the_gradient_of_each_type_matches_central_differences(String type) {
    float[] at = {-1.3f, -0.45f, 0.3f, 0.8f, 1.7f, 2.1f};
    try (Graph graph = new Graph();
        Session session = new Session(graph)) {
      Ops tf = Ops.create(graph);
      Operand<TFloat32> x = tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(6)));
      Operand<TFloat32> sum = weighted(tf, DifferentiatedOperations.BY_TYPE.get(type).apply(tf, x));
      assertThat(graph.toGraphDef().getNodeList()).extracting(NodeDef::getOp).contains(type);
      Operand<TFloat32> gradient =
          Gradients.of(tf, List.of(sum), List.of(tf.constant(1f)), List.of(x), List.of("x")).get(0);
      float[] got = run(session, x, gradient, at);
      float step = 1 / 64f;
      for (int i = 0; i < at.length; i++) {
        float[] up = at.clone();
        float[] down = at.clone();
        up[i] += step;
        down[i] -= step;
        float difference =
            (run(session, x, sum, up)[0] - run(session, x, sum, down)[0]) / (up[i] - down[i]);
        assertThat(got[i])
            .as("%s, element %d", type, i)
            .isCloseTo(difference, within(2e-3f * Math.max(1, Math.abs(difference))));
      }
    }
  }

  /** A sum with distinct weights, so that an adjoint in the wrong place is detected. */
  private static Operand<TFloat32> weighted(Ops tf, Operand<TFloat32> y) {
    int size = (int) y.shape().size();
    float[] weights = new float[size];
    for (int i = 0; i < size; i++) {
      weights[i] = (float) Math.cos(1.1 * i) + 0.1f * i;
    }
    Operand<TFloat32> flat = tf.reshape(y, tf.constant(new int[] {size}));
    return tf.reduceSum(tf.math.mul(flat, GraphRun.constant(tf, weights, size)), tf.constant(0));
  }

  private static float[] run(
      Session session, Operand<TFloat32> x, Operand<TFloat32> fetched, float[] at) {
    try (Tensor value = Tensors.of(at, at.length);
        Result result = session.runner().feed(x, value).fetch(fetched).run()) {
      return Tensors.floats(result.get(0));
    }
  }
}
