// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.check.Check;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The continuous relaxation of a Bernoulli mask from which the flow starts: {@code m_0 = (logit p +
 * logit u) / tau} for a uniform u (paper, "Relaxed mask sampling"; Maddison et al. 2017). At {@code
 * p = 1/2, tau = 1} the mask {@code sigmoid(m_0)} is uniform.
 *
 * @param p probability of keeping a unit, in (0, 1)
 * @param temperature tau, greater than 0
 */
public record ConcreteReference(double p, double temperature) {
  /** The smallest distance of a uniform from 0 and 1 that float32 can hold at both ends. */
  private static final float EDGE = (float) Math.scalb(1.0, -24);

  /** {@code p = 1/2, tau = 1}. */
  public static final ConcreteReference UNIFORM = new ConcreteReference(0.5, 1);

  /** Checks the ranges. */
  public ConcreteReference {
    Check.that(p > 0 && p < 1, "keep probability p", p, "in (0, 1)");
    Check.positive("temperature", temperature);
  }

  /**
   * Adds the logits of the reference masks.
   *
   * @param tf the graph to add to
   * @param uniforms any shape; values nearer to 0 or 1 than 2^-24 are moved to that distance
   * @return {@code m_0}, the same shape, finite
   */
  public Operand<TFloat32> logits(Ops tf, Operand<TFloat32> uniforms) {
    Operand<TFloat32> u = tf.clipByValue(uniforms, tf.constant(EDGE), tf.constant(1f - EDGE));
    return tf.math.mul(
        tf.math.add(Logit.of(tf, u), tf.constant((float) Logit.of(p))),
        tf.constant((float) (1 / temperature)));
  }
}
