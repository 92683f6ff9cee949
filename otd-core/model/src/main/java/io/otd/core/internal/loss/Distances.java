// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.ReduceSum;
import org.tensorflow.types.TFloat32;

/** Euclidean norms over the last dimension whose gradient at 0 is 0, not NaN. */
final class Distances {
  private Distances() {}

  /**
   * The norm.
   *
   * @param difference {@code [..., d_y]}
   * @param outputs d_y
   * @return the same without the last dimension
   */
  static Operand<TFloat32> norm(Ops tf, Operand<TFloat32> difference, int outputs) {
    if (outputs == 1) {
      return tf.reduceSum(tf.math.abs(difference), tf.constant(-1));
    }
    Operand<TFloat32> squares = tf.reduceSum(tf.math.mul(difference, difference), tf.constant(-1));
    var positive = tf.math.greater(squares, tf.constant(0f));
    Operand<TFloat32> safe = tf.select(positive, squares, tf.constant(1f));
    return tf.select(positive, tf.math.sqrt(safe), tf.constant(0f));
  }

  /**
   * The vector divided by its norm; 0 if the norm is 0.
   *
   * @param difference {@code [..., d_y]}
   */
  static Operand<TFloat32> unit(Ops tf, Operand<TFloat32> difference) {
    Operand<TFloat32> squares =
        tf.reduceSum(
            tf.math.mul(difference, difference), tf.constant(-1), ReduceSum.keepDims(true));
    var positive = tf.math.greater(squares, tf.constant(0f));
    Operand<TFloat32> safe = tf.select(positive, squares, tf.constant(1f));
    return tf.math.mul(difference, tf.math.rsqrt(safe));
  }
}
