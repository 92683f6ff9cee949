// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** {@code logit p = log p - log(1 - p)}, exact also where p is small. */
final class Logit {
  private Logit() {}

  /**
   * Of a number.
   *
   * @param p in (0, 1)
   */
  static double of(double p) {
    return Math.log(p) - Math.log1p(-p);
  }

  /**
   * Adds the logits of numbers.
   *
   * @param p any shape, in (0, 1)
   * @return the same shape
   */
  static Operand<TFloat32> of(Ops tf, Operand<TFloat32> p) {
    return tf.math.sub(tf.math.log(p), tf.math.log1p(tf.math.neg(p)));
  }
}
