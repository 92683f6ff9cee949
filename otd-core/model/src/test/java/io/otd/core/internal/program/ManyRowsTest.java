// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Noise;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Graph;
import org.tensorflow.op.Ops;

/**
 * With many units the gradient is computed differently, with activations cut out of it. The test
 * runs it as training does, on values unknown to the compiler.
 */
class ManyRowsTest {
  private static final int ROWS = 1024;
  private static final int WIDTH = 256;
  private static final float[] X = Plans.x(ROWS);
  private static final float[] Y = Plans.y(ROWS);

  static Stream<ModelSpec> models() {
    Bernoulli dropout = new Bernoulli(0.2, true);
    return Stream.of(
        model(Plans.transported(2), Activation.GELU_TANH, Backbone.PLAIN),
        model(dropout, Activation.GELU_TANH, Backbone.PLAIN),
        // A layer's units are read twice.
        model(dropout, Activation.GELU_TANH, Backbone.TABULAR));
  }

  private static ModelSpec model(MaskLaw law, Activation activation, Backbone backbone) {
    return new ModelSpec(
        Plans.INPUTS,
        1,
        new MaskedMlp(List.of(WIDTH, WIDTH, WIDTH), activation, Initializer.HE_NORMAL, backbone),
        law);
  }

  private static TrainingPlan plan(ModelSpec model, int rows) {
    return Plans.plan(model, Plans.MEMORYLESS, rows, rows);
  }

  /** On some of the rows, at the initial parameters, with the same masks for all. */
  private static float[] gradient(TrainingPlan plan, int from, Compilation compilation) {
    int rows = plan.rows();
    float[] x = Arrays.copyOfRange(X, from * Plans.INPUTS, (from + rows) * Plans.INPUTS);
    float[] y = Arrays.copyOfRange(Y, from, from + rows);
    // Biases start at zero, which would hide a sum that omits them.
    float[] start = Plans.parameters(plan.model());
    for (int i = 0; i < start.length; i++) {
      start[i] += (float) (0.01 * Math.sin(i));
    }
    try (TrainingProgram program =
        new TrainingProgram(plan, x, y, 1, new Compiler(compilation, Plans::refuse))) {
      return program
          .run(
              TrainingState.initial(start),
              plan.batches().stream(99).of(0, 1),
              new Schedule.Constant(0.01),
              Uniforms.key(5, 0))
          .state()
          .firstMoment();
    }
  }

  /** Number of operations that stop the automatic differentiation of the graph. */
  private static long stops(ModelSpec model, int rows) {
    TrainingPlan plan = plan(model, rows);
    ParameterVector vector = new ParameterVector(plan.model().parameters());
    Noise noise = (tf, axis, shape) -> tf.fill(tf.constant(shape), tf.constant(0.4f));
    try (Graph graph = new Graph()) {
      Ops tf = Ops.create(graph);
      Objective.add(
          tf,
          plan,
          vector.split(tf, tf.constant(Plans.parameters(plan.model()))),
          new ModelNoise(noise, noise),
          GraphRun.constant(tf, Arrays.copyOf(X, rows * Plans.INPUTS), rows, Plans.INPUTS),
          GraphRun.constant(tf, Arrays.copyOf(Y, rows), rows, 1),
          tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)),
          tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)));
      long count = 0;
      var operations = graph.operations();
      while (operations.hasNext()) {
        count += operations.next().type().equals("StopGradient") ? 1 : 0;
      }
      return count;
    }
  }

  private static boolean masksInKernels(ModelSpec model) {
    return !((MaskedMlp) model.network()).backbone().residual();
  }

  /**
   * The mean of the gradients on both halves, which have too few units for that method. The first
   * layer is computed once per row: it always has too few.
   */
  @ParameterizedTest
  @MethodSource("models")
  void the_gradient_is_the_mean_of_those_on_both_halves(ModelSpec model) {
    // Two activations; with masks in the kernels also the repeated units and the last layer.
    int cuts = masksInKernels(model) ? 4 : 2;
    assertThat(stops(model, ROWS) - stops(model, ROWS / 2)).as("cuts").isEqualTo(cuts);
    float[] all = gradient(plan(model, ROWS), 0, Compilation.XLA);
    float[] first = gradient(plan(model, ROWS / 2), 0, Compilation.XLA);
    float[] second = gradient(plan(model, ROWS / 2), ROWS / 2, Compilation.XLA);
    double[] mean = new double[all.length];
    Arrays.setAll(mean, i -> ((double) first[i] + second[i]) / 2);
    assertClose(all, mean);
  }

  /** XLA fuses some activations into the preceding product. */
  @ParameterizedTest
  @EnumSource(Activation.class)
  @Tag("long")
  void the_compiled_gradient_is_the_same(Activation activation) {
    TrainingPlan plan = plan(model(Plans.transported(2), activation, Backbone.PLAIN), ROWS);
    float[] plain = gradient(plan, 0, Compilation.NONE);
    double[] want = new double[plain.length];
    Arrays.setAll(want, i -> plain[i]);
    assertClose(gradient(plan, 0, Compilation.XLA), want);
  }

  private static void assertClose(float[] got, double[] want) {
    double norm = 0;
    double error = 0;
    for (int i = 0; i < want.length; i++) {
      norm = Math.hypot(norm, want[i]);
      error = Math.hypot(error, got[i] - want[i]);
    }
    assertThat(norm).isGreaterThan(0.01);
    // Sums over 4096 draws and rows in float32, in another order.
    assertThat(error / norm).isLessThan(1e-5);
  }
}
