package io.otd.core.flow;

import io.otd.core.graph.Gradients;
import io.otd.core.graph.Loop;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * A flow of many steps as a loop that stores its trajectory; its gradient is the discrete adjoint,
 * a second loop that runs backwards and differentiates one step at a time.
 */
record RolledTransport(
    FlowStep step,
    ParameterValues values,
    PreparedField field,
    Operand<TFloat32> endpoint,
    Operand<TFloat32> action,
    Operand<TFloat32> trajectory)
    implements Transport {

  static RolledTransport add(
      Ops tf, FlowStep step, ParameterValues values, Operand<TFloat32> start) {
    PreparedField field = step.prepare(tf, values);
    long[] logits = {step.width(), step.draws()};
    long[] stored = {step.steps(), step.width(), step.draws()};
    Loop.Arguments end =
        Loop.times(
            tf,
            "flow",
            tf.constant(step.steps()),
            List.of(
                Loop.Value.of(start, logits),
                Loop.Value.of(tf.constant(0f)),
                Loop.Value.of(tf.zeros(tf.constant(stored), TFloat32.class), stored)),
            loopValues(field.arrays(), field.shapes()),
            (body, l, in) -> forward(body, l, in, step, field));
    return new RolledTransport(step, values, field, end.floats(0), end.floats(1), end.floats(2));
  }

  private static List<Operand<TFloat32>> forward(
      Ops body, Operand<TInt32> l, Loop.Arguments in, FlowStep step, PreparedField field) {
    Operand<TFloat32> m = in.floats(0);
    PreparedField inside = field.with(in.floats(3, 3 + field.arrays().size()));
    FlowStep.Result next = step.take(body, inside, m, body.dtypes.cast(l, TFloat32.class));
    Operand<TFloat32> stored =
        body.tensorScatterNdUpdate(
            in.floats(2),
            body.reshape(l, body.constant(new int[] {1, 1})),
            body.expandDims(m, body.constant(0)));
    return List.of(next.logits(), body.math.add(in.floats(1), next.action()), stored);
  }

  @Override
  public List<Parameter> parameters() {
    return step.parameters();
  }

  @Override
  public Adjoint pullback(
      Ops tf, Operand<TFloat32> endpointAdjoint, Operand<TFloat32> actionAdjoint) {
    List<Loop.Value> state = new ArrayList<>();
    state.add(Loop.Value.of(endpointAdjoint, step.width(), step.draws()));
    for (long[] shape : field.shapes()) {
      state.add(Loop.Value.of(tf.zeros(tf.constant(shape), TFloat32.class), shape));
    }
    List<Loop.Value> invariants = new ArrayList<>();
    invariants.add(Loop.Value.of(actionAdjoint));
    invariants.add(Loop.Value.of(trajectory, step.steps(), step.width(), step.draws()));
    invariants.addAll(loopValues(field.arrays(), field.shapes()));
    Loop.Arguments end =
        Loop.times(
            tf, "flow_adjoint", tf.constant(step.steps()), state, invariants, this::backward);
    List<Operand<TFloat32>> gradients =
        Gradients.of(
            tf,
            field.arrays(),
            end.floats(1, state.size()),
            values.getAll(step.parameters()),
            step.parameterNames());
    return new Adjoint(end.floats(0), gradients);
  }

  /** From the adjoint after step {@code steps - 1 - index} to the adjoint before it. */
  private List<Operand<TFloat32>> backward(Ops body, Operand<TInt32> index, Loop.Arguments in) {
    int count = field.arrays().size();
    Operand<TInt32> l = body.math.sub(body.constant(step.steps() - 1), index);
    Operand<TFloat32> m =
        body.reshape(
            body.gather(in.floats(2 + count), l, body.constant(0)),
            body.constant(new int[] {step.width(), step.draws()}));
    PreparedField inside = field.with(in.floats(3 + count, 3 + 2 * count));
    FlowStep.Result next = step.take(body, inside, m, body.dtypes.cast(l, TFloat32.class));
    List<Operand<TFloat32>> xs = new ArrayList<>(List.of(m));
    xs.addAll(inside.arrays());
    List<Operand<TFloat32>> ys = new ArrayList<>(List.of(next.logits()));
    List<Operand<TFloat32>> adjoints = new ArrayList<>(List.of(in.floats(0)));
    if (step.charged() > 0) {
      ys.add(next.action());
      adjoints.add(in.floats(1 + count));
    }
    List<Operand<TFloat32>> gradients =
        Gradients.of(body, ys, adjoints, xs, Collections.nCopies(xs.size(), "a flow step"));
    List<Operand<TFloat32>> result = new ArrayList<>(List.of(gradients.get(0)));
    for (int j = 0; j < count; j++) {
      result.add(body.math.add(in.floats(1 + j), gradients.get(1 + j)));
    }
    return result;
  }

  private static List<Loop.Value> loopValues(List<Operand<TFloat32>> arrays, List<long[]> shapes) {
    List<Loop.Value> values = new ArrayList<>();
    for (int i = 0; i < arrays.size(); i++) {
      values.add(Loop.Value.of(arrays.get(i), shapes.get(i)));
    }
    return values;
  }
}
