// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Few steps are unrolled, many are a loop. */
@ParameterizedClass
@MethodSource("laws")
class TransportedTest extends MaskLawContract {
  private final Transported law;

  TransportedTest(Transported law) {
    this.law = law;
  }

  static Stream<Transported> laws() {
    return Stream.of(
        transported(new ConcreteReference(0.7, 0.4), FlowSolver.EULER, 3),
        transported(new ConcreteReference(0.5, 1), FlowSolver.HEUN, 12));
  }

  static Transported transported(ConcreteReference reference, FlowSolver solver, int steps) {
    VelocityField field =
        new VelocityField(List.of(4), Activation.GELU_TANH, Initializer.HE_NORMAL);
    return new Transported(reference, new Flow(field, solver, steps));
  }

  @Override
  MaskLaw law() {
    return law;
  }

  @Override
  List<String> parameterShapes() {
    return List.of(
        "velocity/0/kernel [6, 4]",
        "velocity/0/bias [4]",
        "velocity/1/kernel [4, 5]",
        "velocity/1/bias [5]");
  }
}
