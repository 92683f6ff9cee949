// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** One step of an explicit scheme for {@code dm/dt = v(t, sigmoid(m))} on a uniform grid. */
public enum FlowSolver {
  /** {@code m + dt v(t, sigmoid(m))} (paper, "Euler and Heun integration"); order 1. */
  EULER(1) {
    @Override
    Operand<TFloat32> advance(
        Ops tf,
        Velocity velocity,
        Operand<TFloat32> m,
        Operand<TFloat32> t,
        Operand<TFloat32> left,
        float dt) {
      return tf.math.add(m, tf.math.mul(tf.constant(dt), left));
    }

    @Override
    Retreat retreat(
        Ops tf,
        FieldBack back,
        Operand<TFloat32> m,
        FieldPass left,
        Operand<TFloat32> adjoint,
        float dt) {
      return new Retreat(adjoint, tf.math.mul(tf.constant(dt), adjoint), List.of());
    }
  },
  /** Predictor by Euler, then the mean of both velocities (paper, same place); order 2. */
  HEUN(2) {
    @Override
    Operand<TFloat32> advance(
        Ops tf,
        Velocity velocity,
        Operand<TFloat32> m,
        Operand<TFloat32> t,
        Operand<TFloat32> left,
        float dt) {
      Operand<TFloat32> predicted = tf.math.add(m, tf.math.mul(tf.constant(dt), left));
      Operand<TFloat32> right =
          velocity.at(tf, tf.math.add(t, tf.constant(dt)), tf.math.sigmoid(predicted));
      return tf.math.add(m, tf.math.mul(tf.constant(dt / 2), tf.math.add(left, right)));
    }

    @Override
    Retreat retreat(
        Ops tf,
        FieldBack back,
        Operand<TFloat32> m,
        FieldPass left,
        Operand<TFloat32> adjoint,
        float dt) {
      Operand<TFloat32> z =
          tf.math.sigmoid(tf.math.add(m, tf.math.mul(tf.constant(dt), left.velocity())));
      FieldPass right = back.field().pass(tf, z, tf.math.add(left.time(), tf.constant(dt)));
      Operand<TFloat32> half = tf.math.mul(tf.constant(dt / 2), adjoint);
      FieldPass.Adjoint by = back.pullback(tf, right, half);
      Operand<TFloat32> byPredicted =
          tf.math.mul(by.masks(), tf.math.mul(z, tf.math.sub(tf.constant(1f), z)));
      return new Retreat(
          tf.math.add(adjoint, byPredicted),
          tf.math.add(half, tf.math.mul(tf.constant(dt), byPredicted)),
          by.arrays());
    }
  };

  private final int order;

  FlowSolver(int order) {
    this.order = order;
  }

  /** Order of convergence of the end point as the step goes to 0. */
  public int order() {
    return order;
  }

  /** The field along the flow. */
  @FunctionalInterface
  interface Velocity {
    /** Velocity of the logits at time t for masks z, both shapes {@code [d_z, K]}. */
    Operand<TFloat32> at(Ops tf, Operand<TFloat32> t, Operand<TFloat32> z);
  }

  /**
   * Adds one step.
   *
   * @param m logits {@code [d_z, K]} at time t
   * @param left velocity at the left point, already known because the action needs it too
   * @param dt length of the step
   * @return logits at {@code t + dt}
   */
  abstract Operand<TFloat32> advance(
      Ops tf,
      Velocity velocity,
      Operand<TFloat32> m,
      Operand<TFloat32> t,
      Operand<TFloat32> left,
      float dt);

  /**
   * A step's gradient as far as it does not pass through the velocity at the left point.
   *
   * @param logits by m, {@code [d_z, K]}
   * @param left by the velocity at the left point, {@code [d_z, K]}
   * @param arrays by the field's arrays through velocities at other points; empty if there are none
   */
  record Retreat(
      Operand<TFloat32> logits, Operand<TFloat32> left, List<Operand<TFloat32>> arrays) {}

  /**
   * Adds the gradient of {@code <adjoint, state at t + dt>}.
   *
   * @param back how the field's gradients are made
   * @param m logits {@code [d_z, K]} at time t
   * @param left velocity at the left point
   * @param adjoint {@code [d_z, K]}
   * @param dt length of the step
   */
  abstract Retreat retreat(
      Ops tf,
      FieldBack back,
      Operand<TFloat32> m,
      FieldPass left,
      Operand<TFloat32> adjoint,
      float dt);
}
