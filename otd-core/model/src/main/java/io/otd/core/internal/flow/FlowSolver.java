// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

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
}
