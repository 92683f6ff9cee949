package io.otd.core.mask;

import io.otd.core.flow.Flow;
import io.otd.core.flow.FlowSolver;
import io.otd.core.flow.VelocityField;
import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import java.util.List;

class TransportedUnrolledTest extends MaskLawContract {
  @Override
  MaskLaw law() {
    return new Transported(
        new ConcreteReference(0.7, 0.4),
        new Flow(
            new VelocityField(List.of(4), Activation.GELU_TANH, Initializer.HE_NORMAL),
            FlowSolver.EULER,
            3));
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
