// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.optimizer;

import io.otd.core.internal.check.Check;
import java.util.Arrays;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The update of the parameters in a step, a chain: the penalty's gradient is added, the norm
 * clipped, then AdamW moves the parameters, and their average follows.
 *
 * @param penalty weight of the sum of squares of all parameters, added to the loss (coupled, unlike
 *     AdamW's weight decay); at least 0
 * @param clipNorm largest global norm of the gradient (Pascanu et al. 2013), or positive infinity
 * @param adamW moves the parameters
 * @param average of the parameters over the steps
 */
public record Optimizer(double penalty, double clipNorm, AdamW adamW, ParameterAverage average) {
  /** Number of values of {@link #coefficients}. */
  public static final int COEFFICIENTS = AdamW.COEFFICIENTS + 1;

  /** Checks the ranges. */
  public Optimizer {
    Check.notNegative("penalty", penalty);
    Check.that(clipNorm > 0, "clip norm", clipNorm, "> 0");
  }

  /** AdamW alone. */
  public static Optimizer of(AdamW adamW) {
    return new Optimizer(0, Double.POSITIVE_INFINITY, adamW, ParameterAverage.NONE);
  }

  /** The same with a penalty. */
  public Optimizer withPenalty(double other) {
    return new Optimizer(other, clipNorm, adamW, average);
  }

  /**
   * The inputs of the graph for one step.
   *
   * @param schedule of the learning rate
   * @param step steps taken before it, from 0
   * @return AdamW's, then the weight of the parameters in their average
   */
  public float[] coefficients(Schedule schedule, long step) {
    float[] values = Arrays.copyOf(adamW.coefficients(schedule, step), COEFFICIENTS);
    values[AdamW.COEFFICIENTS] = average.weight(step);
    return values;
  }

  /**
   * What a step changes, each of the same shape.
   *
   * @param parameters p
   * @param first m, mean of the gradients
   * @param second v, mean of their squares
   * @param average of the parameters
   */
  public record State(
      Operand<TFloat32> parameters,
      Operand<TFloat32> first,
      Operand<TFloat32> second,
      Operand<TFloat32> average) {}

  /**
   * Adds one step to a graph.
   *
   * @param tf the graph to add to
   * @param state before the step; vectors
   * @param gradient of the loss by the parameters, of their shape
   * @param coefficients {@code [4]}, of {@link #coefficients}
   */
  public State step(
      Ops tf, State state, Operand<TFloat32> gradient, Operand<TFloat32> coefficients) {
    Operand<TFloat32> clipped = clipped(tf, penalised(tf, gradient, state.parameters()));
    State next = adamW.step(tf, state, clipped, coefficients);
    Operand<TFloat32> weight = AdamW.scalar(tf, coefficients, AdamW.COEFFICIENTS);
    return new State(
        next.parameters(),
        next.first(),
        next.second(),
        average.step(tf, state.average(), next.parameters(), weight));
  }

  private Operand<TFloat32> penalised(
      Ops tf, Operand<TFloat32> gradient, Operand<TFloat32> parameters) {
    return penalty == 0
        ? gradient
        : tf.math.add(gradient, tf.math.mul(tf.constant((float) (2 * penalty)), parameters));
  }

  private Operand<TFloat32> clipped(Ops tf, Operand<TFloat32> gradient) {
    if (Double.isInfinite(clipNorm)) {
      return gradient;
    }
    Operand<TFloat32> limit = tf.constant((float) clipNorm);
    Operand<TFloat32> norm =
        tf.math.sqrt(tf.reduceSum(tf.math.mul(gradient, gradient), tf.constant(0)));
    return tf.math.mul(gradient, tf.math.div(limit, tf.math.maximum(norm, limit)));
  }
}
