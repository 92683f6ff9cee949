// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * One step of a flow of known sizes.
 *
 * @param flow the flow
 * @param width d_z
 * @param draws K
 * @param charged the last so many draws pay the action
 */
record FlowStep(Flow flow, int width, int draws, int charged) {
  /** State after a step and the action that the step adds. */
  record Result(Operand<TFloat32> logits, Operand<TFloat32> action) {}

  FlowStep {
    if (charged < 0 || charged > draws) {
      throw new IllegalArgumentException(
          "charged draws: " + charged + " (expected: from 0 to " + draws + ")");
    }
  }

  int steps() {
    return flow.steps();
  }

  PreparedField prepare(Ops tf, ParameterValues values) {
    return flow.velocity().prepare(tf, values, width);
  }

  float dt() {
    return 1f / flow.steps();
  }

  List<Parameter> parameters() {
    return flow.parameters(width);
  }

  List<String> parameterNames() {
    return parameters().stream().map(Parameter::name).toList();
  }

  /**
   * Adds a step.
   *
   * @param m logits {@code [d_z, K]}
   * @param index number of the step, from 0, as a float scalar
   */
  Result take(Ops tf, PreparedField field, Operand<TFloat32> m, Operand<TFloat32> index) {
    FlowSolver.Velocity velocity = (ops, t, z) -> field.at(ops, z, t);
    Operand<TFloat32> t = tf.math.mul(index, tf.constant(dt()));
    Operand<TFloat32> z = tf.math.sigmoid(m);
    Operand<TFloat32> left = velocity.at(tf, t, z);
    Operand<TFloat32> next = flow.solver().advance(tf, velocity, m, t, left, dt());
    return new Result(next, action(tf, z, left));
  }

  /** {@code dt / 2 |z (1 - z) v|^2}, mean over the charged draws. */
  private Operand<TFloat32> action(Ops tf, Operand<TFloat32> z, Operand<TFloat32> velocity) {
    if (charged == 0) {
      return tf.constant(0f);
    }
    Operand<TFloat32> zc = charged(tf, z);
    Operand<TFloat32> speed =
        tf.math.mul(tf.math.mul(zc, tf.math.sub(tf.constant(1f), zc)), charged(tf, velocity));
    return tf.math.mul(
        tf.constant(0.5f * dt() / charged),
        tf.reduceSum(tf.math.mul(speed, speed), tf.constant(new int[] {0, 1})));
  }

  private Operand<TFloat32> charged(Ops tf, Operand<TFloat32> values) {
    return charged == draws
        ? values
        : tf.slice(
            values,
            tf.constant(new int[] {0, draws - charged}),
            tf.constant(new int[] {width, charged}));
  }
}
