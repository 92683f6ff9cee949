// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.optimizer;

import io.otd.core.internal.check.Check;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Exponential moving average of the parameters over the steps (Polyak and Juditsky 1992; in this
 * form, TensorFlow's {@code ExponentialMovingAverage}): {@code a_0 = p_0, a_t = d_t a_(t-1) + (1 -
 * d_t) p_t} with {@code d_t = min(decay, (1 + t) / (10 + t))}, p_t the parameters after step t. The
 * increasing d_t quickly forgets the initial values, so the average needs no bias correction.
 *
 * @param decay in [0, 1); 0 uses the parameters themselves instead of an average
 */
public record ParameterAverage(double decay) {
  /** The parameters themselves. */
  public static final ParameterAverage NONE = new ParameterAverage(0);

  /** Checks the range. */
  public ParameterAverage {
    Check.that(decay >= 0 && decay < 1, "average decay", decay, "in [0, 1)");
  }

  /**
   * The weight of the parameters in a step, {@code 1 - d_t}.
   *
   * @param step steps taken before it, from 0: {@code t = step + 1}
   */
  float weight(long step) {
    return (float) (1 - Math.min(decay, (2.0 + step) / (11.0 + step)));
  }

  /**
   * Adds one step to a graph.
   *
   * @param tf the graph to add to
   * @param average before the step, any shape
   * @param parameters after the step, of that shape
   * @param weight of {@link #weight}, scalar
   * @return the average after the step
   */
  Operand<TFloat32> step(
      Ops tf, Operand<TFloat32> average, Operand<TFloat32> parameters, Operand<TFloat32> weight) {
    return decay == 0
        ? parameters
        : tf.math.add(average, tf.math.mul(weight, tf.math.sub(parameters, average)));
  }
}
