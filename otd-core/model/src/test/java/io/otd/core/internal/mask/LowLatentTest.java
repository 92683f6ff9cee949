// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

@ParameterizedClass
@MethodSource("laws")
class LowLatentTest extends MaskLawContract {
  private static final ConcreteReference REFERENCE = new ConcreteReference(0.7, 0.4);
  private static final Lift LIFT = new Lift(List.of(6), Activation.TANH, Initializer.HE_NORMAL);

  private final LowLatent law;

  LowLatentTest(LowLatent law) {
    this.law = law;
  }

  static Stream<LowLatent> laws() {
    return Stream.of(law(FlowSolver.EULER, 0), law(FlowSolver.EULER, 3), law(FlowSolver.HEUN, 12));
  }

  private static LowLatent law(FlowSolver solver, int steps) {
    return new LowLatent(2, TransportedTest.transported(REFERENCE, solver, steps), LIFT);
  }

  @Override
  MaskLaw law() {
    return law;
  }

  @Override
  List<String> parameterShapes() {
    return List.of(
        "velocity/0/kernel [3, 4]",
        "velocity/0/bias [4]",
        "velocity/1/kernel [4, 2]",
        "velocity/1/bias [2]",
        "lift/0/kernel [2, 6]",
        "lift/0/bias [6]",
        "lift/1/kernel [6, 5]",
        "lift/1/bias [5]");
  }

  /** The kernels of one lift decide most draws of a unit together. */
  @Override
  int independent() {
    return 100;
  }

  /** The formula written out, for a reference with p = 0.7, tau = 0.4, without a flow. */
  @Test
  void masks_are_lifted_from_the_code() {
    float[] u = {0.2f, 0.9f};
    float[] kernel = {1.5f, -2f, 0.25f, 0.5f, 1f, -1f};
    float[] bias = {0.1f, -0.3f, 0};
    double[] z = new double[2];
    for (int j = 0; j < 2; j++) {
      double m = (Math.log(0.7 / 0.3) + Math.log(u[j] / (1 - u[j]))) / 0.4;
      z[j] = 1 / (1 + Math.exp(-m));
    }
    double[] want = new double[3];
    for (int i = 0; i < 3; i++) {
      want[i] = 1 / (1 + Math.exp(-(z[0] * kernel[i] + z[1] * kernel[3 + i] + bias[i])));
    }
    LowLatent linear =
        new LowLatent(
            2,
            TransportedTest.transported(REFERENCE, FlowSolver.EULER, 0),
            new Lift(List.of(), Activation.TANH, Initializer.HE_NORMAL));
    float[] masks =
        GraphRun.plain(
                tf -> {
                  Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
                  values.put("lift/0/kernel", GraphRun.constant(tf, kernel, 2, 3));
                  values.put("lift/0/bias", tf.constant(bias));
                  values.put("velocity/0/kernel", GraphRun.constant(tf, new float[12], 3, 4));
                  values.put("velocity/0/bias", tf.constant(new float[4]));
                  values.put("velocity/1/kernel", GraphRun.constant(tf, new float[8], 4, 2));
                  values.put("velocity/1/bias", tf.constant(new float[2]));
                  return List.of(
                      linear
                          .draw(
                              tf,
                              new ParameterValues(values),
                              (ops, axis, shape) -> GraphRun.constant(ops, u, shape),
                              new DrawCounts(1, 0, 1, List.of(1, 2)))
                          .masks());
                })
            .get(0);
    assertNear("masks", masks, want, 1e-6);
  }

  @Test
  void refuses_bad_widths_by_name() {
    assertThatThrownBy(() -> new LowLatent(0, law.code(), LIFT))
        .hasMessage("width of the code: 0 (expected: >= 1)");
    assertThatThrownBy(() -> new Lift(List.of(4, 0), Activation.TANH, Initializer.ZEROS))
        .hasMessage("lift widths: [4, 0] (expected: each >= 1)");
    assertThat(law.keepProbability()).isEqualTo(0.5);
  }
}
