// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.layer.ParameterVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The hand-written gradient of a rolled flow against TensorFlow's gradient of the unrolled flow.
 */
class RolledTransportTest {
  private static final int WIDTH = 6;
  private static final int DRAWS = 5;

  static Stream<Arguments> flows() {
    List<Arguments> flows = new ArrayList<>();
    for (FlowSolver solver : FlowSolver.values()) {
      for (int charged : new int[] {0, 2, DRAWS}) {
        flows.add(Arguments.of(solver, charged, 4, List.of(3, 5), Activation.SILU));
      }
      flows.add(Arguments.of(solver, 2, 3, List.of(), Activation.TANH));
      flows.add(Arguments.of(solver, 2, 1, List.of(4), Activation.GELU_ERF));
    }
    return flows.stream();
  }

  @ParameterizedTest
  @MethodSource("flows")
  void its_gradient_matches_the_unrolled_flow(
      FlowSolver solver, int charged, int steps, List<Integer> hidden, Activation activation) {
    Flow flow =
        new Flow(new VelocityField(hidden, activation, Initializer.HE_NORMAL), solver, steps);
    FlowStep step = new FlowStep(flow, WIDTH, DRAWS, charged);
    List<float[]> rolled = gradients(step, true);
    List<float[]> unrolled = gradients(step, false);
    assertThat(rolled).hasSameSizeAs(unrolled).hasSize(2 + 2 * (hidden.size() + 1));
    for (int i = 0; i < rolled.size(); i++) {
      assertThat(unrolled.get(i)).as("output " + i).isNotEqualTo(new float[unrolled.get(i).length]);
      assertNear("output " + i, rolled.get(i), Floats.widened(unrolled.get(i)), 2e-6);
    }
  }

  /** End point, and gradients with respect to the start and the parameters. */
  private static List<float[]> gradients(FlowStep step, boolean rolled) {
    ParameterVector vector = new ParameterVector(step.parameters());
    float[] parameters = vector.join(InitialValues.draw(step.parameters(), 7));
    // Biases start at 0, which would hide mistakes.
    Random random = new Random(3);
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] += (float) (0.3 * random.nextGaussian());
    }
    return GraphRun.plain(
        tf -> {
          ParameterValues values = vector.split(tf, tf.constant(parameters));
          Operand<TFloat32> start = normal(tf, 1);
          Transport transport =
              rolled
                  ? RolledTransport.add(tf, step, values, start)
                  : UnrolledTransport.add(tf, step, values, start);
          Transport.Adjoint adjoint = transport.pullback(tf, normal(tf, 2), tf.constant(0.7f));
          List<Operand<TFloat32>> outputs = new ArrayList<>();
          outputs.add(transport.endpoint());
          outputs.add(adjoint.start());
          outputs.addAll(adjoint.parameters());
          return outputs;
        });
  }

  private static Operand<TFloat32> normal(Ops tf, long seed) {
    Random random = new Random(seed);
    float[] values = new float[WIDTH * DRAWS];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return GraphRun.constant(tf, values, WIDTH, DRAWS);
  }
}
