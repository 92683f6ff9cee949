// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.CompiledFunction;
import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.FunctionResult;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.loss.NegativeLogLikelihood;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.MaskedLayer;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.OutputLaw;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The gradient of objectives of every kind, with rolled and unrolled flows. */
class ObjectiveGradientTest {
  private static final int ROWS = 5;

  static Stream<TrainingPlan> plans() {
    return Stream.of(
        Plans.plan(Plans.lowLatent(2), ROWS, ROWS),
        Plans.plan(Plans.lowLatent(12), ROWS, ROWS),
        Plans.plan(Plans.conditional(2), ROWS, ROWS),
        Plans.plan(Plans.conditional(12), ROWS, ROWS),
        plan(new Deterministic(), new Gaussian(), new NegativeLogLikelihood(1), 2),
        plan(new Deterministic(), new GaussianMixture(3), new NegativeLogLikelihood(1), 2),
        plan(new Deterministic(), new Gaussian(), new EnergyScore(4), 2),
        plan(Plans.transported(2), new Gaussian(), new EnergyScore(4), 2),
        plan(Plans.transported(2), new GaussianMixture(3), new NegativeLogLikelihood(4), 2),
        plan(new ConcreteDropout(.3, .5, 1), new Gaussian(), new NegativeLogLikelihood(3), 1));
  }

  private static TrainingPlan plan(MaskLaw masks, OutputLaw law, Loss loss, int outputs) {
    ModelSpec model =
        new ModelSpec(
            2,
            outputs,
            new MaskedMlp(List.of(4, 4), Activation.TANH, Initializer.HE_NORMAL, Backbone.TABULAR),
            masks,
            law);
    return new TrainingPlan(
        model, loss, KineticAction.NONE, Optimizer.of(AdamW.ADAM), BatchPlan.ofRows(ROWS, ROWS));
  }

  /** The objective with action and regulariser, and its gradient with respect to all parameters. */
  private static ConcreteFunction objective(TrainingPlan plan) {
    ParameterVector vector = new ParameterVector(plan.model().parameters());
    int outputs = plan.model().outputs();
    try (FunctionBuilder f = new FunctionBuilder("objective")) {
      Ops tf = f.tf();
      ParameterValues values =
          vector.split(tf, f.input("p", TFloat32.class, Shape.of(vector.size())));
      Objective o =
          Objective.add(
              tf,
              plan,
              values,
              ModelNoise.keyed(tf, tf.constant(Uniforms.key(3, 0))),
              GraphRun.constant(tf, Plans.x(ROWS), ROWS, 2),
              GraphRun.constant(tf, Plans.y(ROWS * outputs), ROWS, outputs),
              tf.fill(tf.constant(new int[] {ROWS}), tf.constant(1f)),
              tf.fill(tf.constant(new int[] {ROWS}), tf.constant(1f)));
      Operand<TFloat32> score =
          tf.math.add(
              tf.math.sub(o.fit(), o.dispersion()),
              tf.math.mul(tf.constant((float) plan.action().weight()), o.action()));
      List<MaskedLayer> layers = plan.model().network().maskedLayers();
      f.output(
          "total",
          plan.model()
              .masks()
              .regularizer(tf, values, layers, ROWS)
              .map(r -> (Operand<TFloat32>) tf.math.add(score, r))
              .orElse(tf.identity(score)));
      f.output("gradient", tf.identity(vector.join(tf, o.gradients())));
      return f.build();
    }
  }

  private static float[] call(CompiledFunction function, float[] parameters, String output) {
    try (Tensor p = Tensors.of(parameters, parameters.length);
        FunctionResult result = function.call(Map.of("p", p))) {
      return result.floats(output);
    }
  }

  /**
   * At step 1/64 the error of differences in float32 is about 1e-6 of rounding divided by the step,
   * and 1/24,000 of the third derivative.
   */
  @ParameterizedTest
  @MethodSource("plans")
  void the_gradient_matches_central_differences(TrainingPlan plan) {
    float[] at = Plans.parameters(plan.model());
    try (ConcreteFunction built = objective(plan);
        CompiledFunction function = new CompiledFunction(built, Compilation.XLA, Plans::refuse)) {
      float[] gradient = call(function, at, "gradient");
      assertThat(gradient).hasSize(at.length);
      int moved = 0;
      for (int i = 0; i < at.length; i++) {
        float[] up = at.clone();
        float[] down = at.clone();
        up[i] += 1 / 64f;
        down[i] -= 1 / 64f;
        float difference =
            (call(function, up, "total")[0] - call(function, down, "total")[0]) / (up[i] - down[i]);
        assertThat(gradient[i])
            .as("parameter %d", i)
            .isCloseTo(difference, within(3e-3f * Math.max(1, Math.abs(difference))));
        moved += Math.abs(difference) > 0.01 ? 1 : 0;
      }
      assertThat(moved).as("gradients that the test can tell from zero").isGreaterThan(20);
    }
  }
}
