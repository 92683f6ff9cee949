// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** A flow of few steps, written out; its gradient is the graph's own. */
record UnrolledTransport(
    FlowStep step,
    ParameterValues values,
    Operand<TFloat32> start,
    Operand<TFloat32> endpoint,
    Operand<TFloat32> action)
    implements Transport {

  static UnrolledTransport add(
      Ops tf, FlowStep step, ParameterValues values, Operand<TFloat32> start) {
    PreparedField field = step.prepare(tf, values);
    Operand<TFloat32> m = start;
    Operand<TFloat32> action = tf.constant(0f);
    for (int l = 0; l < step.steps(); l++) {
      FlowStep.Result result = step.take(tf, field, m, tf.constant((float) l));
      m = result.logits();
      action = tf.math.add(action, result.action());
    }
    return new UnrolledTransport(step, values, start, m, action);
  }

  @Override
  public List<Parameter> parameters() {
    return step.parameters();
  }

  @Override
  public Adjoint pullback(
      Ops tf, Operand<TFloat32> endpointAdjoint, Operand<TFloat32> actionAdjoint) {
    if (step.steps() == 0) {
      return new Adjoint(
          endpointAdjoint,
          values.getAll(step.parameters()).stream().<Operand<TFloat32>>map(tf::zerosLike).toList());
    }
    List<Operand<TFloat32>> xs = new ArrayList<>();
    xs.add(start);
    xs.addAll(values.getAll(step.parameters()));
    List<String> names = new ArrayList<>();
    names.add("mask logits");
    names.addAll(step.parameterNames());
    List<Operand<TFloat32>> ys = new ArrayList<>(List.of(endpoint));
    List<Operand<TFloat32>> adjoints = new ArrayList<>(List.of(endpointAdjoint));
    if (step.charged() > 0) {
      ys.add(action);
      adjoints.add(actionAdjoint);
    }
    List<Operand<TFloat32>> gradients = Gradients.of(tf, ys, adjoints, xs, names);
    return new Adjoint(gradients.get(0), gradients.subList(1, gradients.size()));
  }
}
