// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.Arrays;
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
 * @param charged number of trailing draws on which the action is charged
 */
record FlowStep(Flow flow, int width, int draws, int charged) {
  /** State after a step and the action that the step adds. */
  record Result(Operand<TFloat32> logits, Operand<TFloat32> action) {}

  FlowStep {
    Check.that(charged >= 0 && charged <= draws, "charged draws", charged, "from 0 to %s", draws);
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
    Operand<TFloat32> t = tf.math.mul(index, tf.constant(dt()));
    Operand<TFloat32> z = tf.math.sigmoid(m);
    FieldPass left = field.pass(tf, z, t);
    Operand<TFloat32> next = flow.solver().advance(tf, m, left, dt());
    return new Result(next, action(tf, z, left.velocity()));
  }

  /** {@code dt / 2 |z (1 - z) v|^2}, mean over the charged draws. */
  private Operand<TFloat32> action(Ops tf, Operand<TFloat32> z, Operand<TFloat32> velocity) {
    if (charged == 0) {
      return tf.constant(0f);
    }
    Operand<TFloat32> speed =
        tf.math.mul(FlowSolver.slope(tf, charged(tf, z)), charged(tf, velocity));
    return tf.math.mul(
        tf.constant(0.5f * dt() / charged),
        tf.reduceSum(tf.math.mul(speed, speed), tf.constant(new int[] {0, 1})));
  }

  /**
   * Adds the gradient of {@code <adjoint, next state> + actionAdjoint * action} of a step.
   *
   * @param m state before the step, {@code [d_z, K]}
   * @param index number of the step, from 0, as a float scalar
   * @param adjoint {@code [d_z, K]}
   * @param actionAdjoint scalar
   * @param back how the field's gradients are made
   */
  FieldPass.Adjoint pullback(
      Ops tf,
      Operand<TFloat32> m,
      Operand<TFloat32> index,
      Operand<TFloat32> adjoint,
      Operand<TFloat32> actionAdjoint,
      FieldBack back) {
    Operand<TFloat32> t = tf.math.mul(index, tf.constant(dt()));
    Operand<TFloat32> z = tf.math.sigmoid(m);
    Operand<TFloat32> slope = FlowSolver.slope(tf, z);
    FieldPass left = back.field().pass(tf, z, t);
    FlowSolver.Retreat retreat = flow.solver().retreat(tf, back, m, left, adjoint, dt());
    Operand<TFloat32> velocity = retreat.left();
    Operand<TFloat32> bySpeed = null;
    if (charged > 0) {
      bySpeed = bySpeed(tf, slope, left.velocity(), actionAdjoint);
      velocity = tf.math.add(velocity, tf.math.mul(bySpeed, slope));
    }
    FieldPass.Adjoint by = back.pullback(tf, left, velocity);
    Operand<TFloat32> masks = by.input();
    if (bySpeed != null) {
      Operand<TFloat32> bend = tf.math.sub(tf.constant(1f), tf.math.mul(tf.constant(2f), z));
      masks = tf.math.add(masks, tf.math.mul(tf.math.mul(bySpeed, left.velocity()), bend));
    }
    return new FieldPass.Adjoint(
        tf.math.add(retreat.logits(), tf.math.mul(masks, slope)),
        back.plus(tf, retreat.arrays(), by.arrays()));
  }

  /**
   * The action's gradient by the speed {@code z (1 - z) v}, 0 if a draw is not charged.
   *
   * @implNote A product with a row of zeros and ones is one loop over whole vector registers.
   *     Cutting the draws out and putting the gradient back between zeros is not.
   */
  private Operand<TFloat32> bySpeed(
      Ops tf,
      Operand<TFloat32> slope,
      Operand<TFloat32> velocity,
      Operand<TFloat32> actionAdjoint) {
    float[] row = new float[draws];
    Arrays.fill(row, draws - charged, draws, dt() / charged);
    Operand<TFloat32> speed = tf.math.mul(slope, velocity);
    Operand<TFloat32> weights = tf.math.mul(tf.constant(new float[][] {row}), actionAdjoint);
    return tf.math.mul(speed, weights);
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
