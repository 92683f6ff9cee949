// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.Loop;
import io.otd.core.internal.graph.LoopValues;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * A flow of many steps as a loop that stores its trajectory; its gradient is the discrete adjoint,
 * a second loop that runs backwards and differentiates one step at a time.
 *
 * @implNote The adjoint alternates between two buffers. XLA would write it over the one that it
 *     reads, and a loop that may overwrite what it still reads is not vectorised.
 */
record RolledTransport(
    FlowStep step,
    ParameterValues values,
    PreparedField field,
    Operand<TFloat32> endpoint,
    Operand<TFloat32> action,
    Operand<TFloat32> trajectory)
    implements Transport {

  private static final String LOGITS = "logits";
  private static final String ACTION = "action";
  private static final String TRAJECTORY = "trajectory";
  private static final String FIELD = "field";
  private static final String TRANSPOSED = "transposed";
  private static final String ADJOINT = "adjoint";
  private static final String FIELD_ADJOINT = "field_adjoint";
  private static final String ACTION_ADJOINT = "action_adjoint";

  static RolledTransport add(
      Ops tf, FlowStep step, ParameterValues values, Operand<TFloat32> start) {
    PreparedField field = step.prepare(tf, values);
    long[] stored = {step.steps(), step.width(), step.draws()};
    LoopValues end =
        new Loop(tf, "flow", tf.constant(step.steps()))
            .state(LOGITS, start, step.width(), step.draws())
            .state(ACTION, tf.constant(0f))
            .state(TRAJECTORY, tf.zeros(tf.constant(stored), TFloat32.class), stored)
            .invariant(FIELD, field.arrays(), field.shapes())
            .add((body, l, in) -> forward(body, l, in, step, field));
    return new RolledTransport(
        step, values, field, end.floats(LOGITS), end.floats(ACTION), end.floats(TRAJECTORY));
  }

  private static LoopValues forward(
      Ops body, Operand<TInt32> l, LoopValues in, FlowStep step, PreparedField field) {
    Operand<TFloat32> m = in.floats(LOGITS);
    PreparedField inside = field.with(in.floatList(FIELD));
    FlowStep.Result next = step.take(body, inside, m, body.dtypes.cast(l, TFloat32.class));
    Operand<TFloat32> stored =
        body.tensorScatterNdUpdate(
            in.floats(TRAJECTORY),
            body.reshape(l, body.constant(new int[] {1, 1})),
            body.expandDims(m, body.constant(0)));
    return LoopValues.of(LOGITS, next.logits())
        .and(ACTION, body.math.add(in.floats(ACTION), next.action()))
        .and(TRAJECTORY, stored);
  }

  @Override
  public List<Parameter> parameters() {
    return step.parameters();
  }

  @Override
  public Adjoint pullback(
      Ops tf, Operand<TFloat32> endpointAdjoint, Operand<TFloat32> actionAdjoint) {
    List<Operand<TFloat32>> zeros = new ArrayList<>();
    field.shapes().forEach(shape -> zeros.add(tf.zeros(tf.constant(shape), TFloat32.class)));
    LoopValues end =
        new Loop(tf, "flow_adjoint", tf.constant(step.steps()))
            .state(
                ADJOINT,
                tf.stack(List.of(endpointAdjoint, tf.zerosLike(endpointAdjoint))),
                2,
                step.width(),
                step.draws())
            .state(FIELD_ADJOINT, zeros, field.shapes())
            .invariant(ACTION_ADJOINT, actionAdjoint)
            .invariant(TRAJECTORY, trajectory, step.steps(), step.width(), step.draws())
            .invariant(FIELD, field.arrays(), field.shapes())
            .invariant(TRANSPOSED, field.transposed(tf), field.transposedShapes())
            .add(this::backward);
    List<Operand<TFloat32>> gradients =
        Gradients.of(
            tf,
            field.arrays(),
            end.floatList(FIELD_ADJOINT),
            values.getAll(step.parameters()),
            step.parameterNames());
    return new Adjoint(at(tf, end.floats(ADJOINT), tf.constant(step.steps() % 2)), gradients);
  }

  /** From the adjoint after step {@code steps - 1 - index} to the adjoint before it. */
  private LoopValues backward(Ops body, Operand<TInt32> index, LoopValues in) {
    Operand<TInt32> l = body.math.sub(body.constant(step.steps() - 1), index);
    Operand<TFloat32> m =
        body.reshape(
            body.gather(in.floats(TRAJECTORY), l, body.constant(0)),
            body.constant(new int[] {step.width(), step.draws()}));
    FieldBack back = new FieldBack(field.with(in.floatList(FIELD)), in.floatList(TRANSPOSED));
    FieldPass.Adjoint before =
        step.pullback(
            body,
            m,
            body.dtypes.cast(l, TFloat32.class),
            at(body, in.floats(ADJOINT), parity(body, index)),
            in.floats(ACTION_ADJOINT),
            back);
    Operand<TInt32> other = body.math.sub(body.constant(1), parity(body, index));
    Operand<TFloat32> adjoints =
        body.tensorScatterNdUpdate(
            in.floats(ADJOINT),
            body.reshape(other, body.constant(new int[] {1, 1})),
            body.expandDims(before.input(), body.constant(0)));
    return LoopValues.of(ADJOINT, adjoints)
        .and(FIELD_ADJOINT, back.plus(body, in.floatList(FIELD_ADJOINT), before.arrays()));
  }

  /** The place of the adjoint before a pass. */
  private static Operand<TInt32> parity(Ops tf, Operand<TInt32> index) {
    return tf.bitwise.bitwiseAnd(index, tf.constant(1));
  }

  private Operand<TFloat32> at(Ops tf, Operand<TFloat32> states, Operand<TInt32> index) {
    return tf.reshape(
        tf.gather(states, index, tf.constant(0)),
        tf.constant(new int[] {step.width(), step.draws()}));
  }
}
