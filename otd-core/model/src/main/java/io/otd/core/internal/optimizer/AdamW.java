// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.optimizer;

import io.otd.core.internal.check.Check;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Adam with decoupled weight decay as optax defines it (Kingma and Ba 2015; Loshchilov and Hutter
 * 2019): {@code p - rate (m/(1-b1^t) / (sqrt(v/(1-b2^t)) + epsilon) + decay p)}. With {@code decay}
 * 0 it is Adam. The decay acts on kernels and biases alike.
 *
 * @implNote The numbers that change from step to step are computed in Java in double precision and
 *     handed to the graph.
 * @param beta1 decay of the first moment, in [0, 1)
 * @param beta2 decay of the second moment, in [0, 1)
 * @param epsilon greater than 0
 * @param decay decoupled weight decay, at least 0
 */
public record AdamW(double beta1, double beta2, double epsilon, double decay) {
  /** Adam with the usual constants 0.9, 0.999, 1e-8. */
  public static final AdamW ADAM = of(0);

  /** Checks the ranges. */
  public AdamW {
    if (!(beta1 >= 0 && beta1 < 1) || !(beta2 >= 0 && beta2 < 1)) {
      throw new IllegalArgumentException(
          "betas: " + beta1 + ", " + beta2 + " (expected: each in [0, 1))");
    }
    Check.positive("epsilon", epsilon);
    Check.notNegative("weight decay", decay);
  }

  /** AdamW with the usual constants 0.9, 0.999, 1e-8. */
  public static AdamW of(double decay) {
    return new AdamW(0.9, 0.999, 1e-8, decay);
  }

  /** Number of values of {@link #coefficients}. */
  static final int COEFFICIENTS = 3;

  /**
   * The inputs of the graph for one step: the rate and the two bias corrections.
   *
   * @param schedule of the learning rate
   * @param step steps taken before it, from 0
   * @return {@code rate, 1/(1-b1^t), 1/(1-b2^t)} with {@code t = step + 1}
   */
  float[] coefficients(Schedule schedule, long step) {
    return new float[] {
      (float) schedule.rate(step),
      (float) (1 / (1 - Math.pow(beta1, step + 1.0))),
      (float) (1 / (1 - Math.pow(beta2, step + 1.0)))
    };
  }

  /**
   * Adds one step to a graph.
   *
   * @param tf the graph to add to
   * @param state before the step
   * @param gradient of the loss by the parameters, of their shape
   * @param coefficients begin with those of {@link #coefficients}
   * @return new parameters and moments, and the average as it was
   */
  Optimizer.State step(
      Ops tf, Optimizer.State state, Operand<TFloat32> gradient, Operand<TFloat32> coefficients) {
    Operand<TFloat32> rate = scalar(tf, coefficients, 0);
    Operand<TFloat32> first = average(tf, beta1, state.first(), gradient);
    Operand<TFloat32> second = average(tf, beta2, state.second(), tf.math.mul(gradient, gradient));
    Operand<TFloat32> direction =
        tf.math.div(
            tf.math.mul(first, scalar(tf, coefficients, 1)),
            tf.math.add(
                tf.math.sqrt(tf.math.mul(second, scalar(tf, coefficients, 2))),
                tf.constant((float) epsilon)));
    Operand<TFloat32> decayed =
        decay == 0
            ? direction
            : tf.math.add(direction, tf.math.mul(tf.constant((float) decay), state.parameters()));
    return new Optimizer.State(
        tf.math.sub(state.parameters(), tf.math.mul(rate, decayed)),
        first,
        second,
        state.average());
  }

  private static Operand<TFloat32> average(
      Ops tf, double beta, Operand<TFloat32> old, Operand<TFloat32> value) {
    return tf.math.add(
        tf.math.mul(tf.constant((float) beta), old),
        tf.math.mul(tf.constant((float) (1 - beta)), value));
  }

  static Operand<TFloat32> scalar(Ops tf, Operand<TFloat32> vector, int place) {
    return tf.reshape(
        tf.slice(vector, tf.constant(new int[] {place}), tf.constant(new int[] {1})),
        tf.constant(new int[0]));
  }
}
