// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/** OTD-0: the flow has parameters and no steps. */
class TransportedWithoutStepsTest extends MaskLawContract {
  @Override
  MaskLaw law() {
    return new Transported(
        new ConcreteReference(0.8, 0.2),
        new Flow(
            new VelocityField(List.of(), Activation.IDENTITY, Initializer.GLOROT_UNIFORM),
            FlowSolver.HEUN,
            0));
  }

  @Override
  List<String> parameterShapes() {
    return List.of("velocity/0/kernel [6, 5]", "velocity/0/bias [5]");
  }

  @Test
  void the_masks_are_the_reference() {
    List<float[]> got =
        GraphRun.plain(
            tf -> {
              List<Operand<TFloat32>> values =
                  List.of(
                      tf.zeros(tf.constant(new int[] {6, 5}), TFloat32.class),
                      tf.zeros(tf.constant(new int[] {5}), TFloat32.class));
              MaskDraws draws =
                  law()
                      .draw(
                          tf,
                          ParameterValues.of(law().parameters(List.of(5)), values),
                          (ops, axis, shape) ->
                              Uniforms.draw(ops, ops.constant(1L), ops.constant(0L), shape),
                          new DrawCounts(9, 0, 1, List.of(5)));
              return List.of(draws.masks(), draws.reference());
            });
    assertThat(got.get(0)).isEqualTo(got.get(1));
  }
}
