// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The normal law of one number, given a mean and an unbounded number that stands for the scale. */
final class Normal {
  /**
   * The smallest standard deviation, in the network's units: 1/10,000 of the target's. Without it a
   * row that is met exactly has a density without bound.
   */
  static final double FLOOR = 1e-4;

  /** {@code softplus(SHIFT) = 1}: an output of 0 means the standardised target's spread. */
  private static final double SHIFT = Math.log(Math.expm1(1));

  private static final double LOG_ROOT_TWO_PI = Math.log(2 * Math.PI) / 2;

  private Normal() {}

  /** {@code sigma = FLOOR + softplus(s + SHIFT)}, of any shape. */
  static Operand<TFloat32> scale(Ops tf, Operand<TFloat32> s) {
    return tf.math.add(
        tf.math.softplus(tf.math.add(s, tf.constant((float) SHIFT))), tf.constant((float) FLOOR));
  }

  static double scale(double s) {
    double x = s + SHIFT;
    return FLOOR + Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /** {@code -((y - mu) / sigma)^2 / 2 - log sigma - log(2 pi) / 2}, of any shapes that agree. */
  static Operand<TFloat32> logDensity(
      Ops tf, Operand<TFloat32> mean, Operand<TFloat32> scale, Operand<TFloat32> observed) {
    Operand<TFloat32> z = tf.math.div(tf.math.sub(observed, mean), scale);
    return tf.math.sub(
        tf.math.mul(tf.constant(-0.5f), tf.math.mul(z, z)),
        tf.math.add(tf.math.log(scale), tf.constant((float) LOG_ROOT_TWO_PI)));
  }

  static double logDensity(double mean, double scale, double observed) {
    double z = (observed - mean) / scale;
    return -z * z / 2 - Math.log(scale) - LOG_ROOT_TWO_PI;
  }

  /** Standard normal numbers {@code sqrt(2) erfinv(2 u - 1)} from uniforms of any shape. */
  static Operand<TFloat32> deviates(Ops tf, Operand<TFloat32> uniforms) {
    Operand<TFloat32> symmetric =
        tf.math.sub(tf.math.mul(tf.constant(2f), uniforms), tf.constant(1f));
    return tf.math.mul(tf.constant((float) Math.sqrt(2)), tf.math.erfinv(symmetric));
  }
}
