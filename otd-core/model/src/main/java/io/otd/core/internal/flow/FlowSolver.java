// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * One step of an explicit Runge-Kutta scheme for {@code dm/dt = v(t, sigmoid(m))} on a uniform
 * grid, given by its Butcher tableau: {@code m_i = m + dt sum_(j<i) a_ij k_j, k_i = v(t + c_i dt,
 * sigmoid(m_i))}, and {@code m + dt sum_i b_i k_i} is the next state. The row sums of a are c.
 */
@SuppressWarnings("ImmutableEnumChecker") // the arrays are written nowhere
public enum FlowSolver {
  /** One velocity (paper, "Euler and Heun integration"); order 1. */
  EULER(1, 1, new int[] {1}),
  /** Predictor by Euler, then the mean of both velocities (paper, same place); order 2. */
  HEUN(2, 2, new int[] {1, 1}, new double[] {1}),
  /** The velocity in the middle of the step (Runge 1895); order 2. */
  MIDPOINT(2, 1, new int[] {0, 1}, new double[] {0.5}),
  /** The classical scheme of four velocities (Kutta 1901); order 4. */
  RK4(
      4,
      6,
      new int[] {1, 2, 2, 1},
      new double[] {0.5},
      new double[] {0, 0.5},
      new double[] {0, 0, 1});

  private final int order;
  private final int divisor;
  private final int[] weights;
  private final double[][] stages;

  /**
   * A scheme.
   *
   * @param divisor by which b is made of integers
   * @param weights b, times the divisor
   * @param stages a, without its first row
   */
  FlowSolver(int order, int divisor, int[] weights, double[]... stages) {
    this.order = order;
    this.divisor = divisor;
    this.weights = weights;
    this.stages = stages;
  }

  /** Order of convergence of the end point as the step goes to 0. */
  public int order() {
    return order;
  }

  /**
   * Adds one step.
   *
   * @param m logits {@code [d_z, K]} at time t
   * @param left at m and t, already known because the action needs it too
   * @param dt length of the step
   * @return logits at {@code t + dt}
   */
  Operand<TFloat32> advance(Ops tf, Operand<TFloat32> m, FieldPass left, float dt) {
    List<FieldPass> passes = passes(tf, m, left, dt);
    List<Operand<TFloat32>> terms = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] != 0) {
        terms.add(times(tf, weights[i], passes.get(i).velocity()));
      }
    }
    return tf.math.add(m, tf.math.mul(tf.constant(dt / divisor), sum(tf, terms)));
  }

  /** The field at the points of the step. */
  private List<FieldPass> passes(Ops tf, Operand<TFloat32> m, FieldPass left, float dt) {
    List<FieldPass> passes = new ArrayList<>(List.of(left));
    for (double[] row : stages) {
      List<Operand<TFloat32>> terms = new ArrayList<>(List.of(m));
      double node = 0;
      for (int j = 0; j < row.length; j++) {
        node += row[j];
        if (row[j] != 0) {
          terms.add(tf.math.mul(tf.constant((float) (row[j] * dt)), passes.get(j).velocity()));
        }
      }
      Operand<TFloat32> predicted = sum(tf, terms);
      Operand<TFloat32> time = tf.math.add(left.time(), tf.constant((float) (node * dt)));
      passes.add(left.field().pass(tf, tf.math.sigmoid(predicted), time));
    }
    return passes;
  }

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
   * Adds the gradient of {@code <adjoint, state at t + dt>}: of the last velocity first, then of
   * those that it depends on.
   *
   * @param back how the field's gradients are made
   * @param m logits {@code [d_z, K]} at time t
   * @param left at m and t
   * @param adjoint {@code [d_z, K]}
   * @param dt length of the step
   */
  Retreat retreat(
      Ops tf,
      FieldBack back,
      Operand<TFloat32> m,
      FieldPass left,
      Operand<TFloat32> adjoint,
      float dt) {
    List<FieldPass> passes = passes(tf, m, left, dt);
    Operand<TFloat32> scaled = tf.math.mul(tf.constant(dt / divisor), adjoint);
    List<List<Operand<TFloat32>>> byVelocity = new ArrayList<>();
    for (int weight : weights) {
      byVelocity.add(new ArrayList<>(weight == 0 ? List.of() : List.of(times(tf, weight, scaled))));
    }
    Operand<TFloat32> logits = adjoint;
    List<Operand<TFloat32>> arrays = List.of();
    for (int i = stages.length; i > 0; i--) {
      FieldPass pass = passes.get(i);
      FieldPass.Adjoint by = back.pullback(tf, pass, sum(tf, byVelocity.get(i)));
      Operand<TFloat32> byPredicted = tf.math.mul(by.input(), slope(tf, pass.masks()));
      logits = tf.math.add(logits, byPredicted);
      arrays = back.plus(tf, arrays, by.arrays());
      double[] row = stages[i - 1];
      for (int j = 0; j < row.length; j++) {
        if (row[j] != 0) {
          byVelocity.get(j).add(tf.math.mul(tf.constant((float) (row[j] * dt)), byPredicted));
        }
      }
    }
    return new Retreat(logits, sum(tf, byVelocity.get(0)), arrays);
  }

  /** {@code z (1 - z)}, the slope of the sigmoid. */
  static Operand<TFloat32> slope(Ops tf, Operand<TFloat32> z) {
    return tf.math.mul(z, tf.math.sub(tf.constant(1f), z));
  }

  private static Operand<TFloat32> times(Ops tf, int weight, Operand<TFloat32> values) {
    return weight == 1 ? values : tf.math.mul(tf.constant((float) weight), values);
  }

  private static Operand<TFloat32> sum(Ops tf, List<Operand<TFloat32>> terms) {
    return terms.stream().reduce(tf.math::add).orElseThrow();
  }
}
