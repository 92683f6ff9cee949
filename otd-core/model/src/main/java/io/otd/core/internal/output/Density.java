// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.ReduceMax;
import org.tensorflow.op.core.ReduceSum;
import org.tensorflow.types.TFloat32;

/** An output law with a density, once in a graph and once in plain Java. */
public interface Density {
  /**
   * Adds the log density of observations.
   *
   * @param tf the graph to add to
   * @param raw outputs of the network, {@code [P, n, w]}
   * @param observed {@code [n, d_y]}
   * @param outputs d_y
   * @return natural logarithm, {@code [P, n]}
   */
  Operand<TFloat32> logDensity(
      Ops tf, Operand<TFloat32> raw, Operand<TFloat32> observed, int outputs);

  /**
   * The log density of one observation, in double precision.
   *
   * @param raw outputs of one pass for the row, {@code [w]}
   * @param observed {@code [d_y]}
   */
  double logDensity(double[] raw, double[] observed);

  /**
   * The mean of the law of one row.
   *
   * @param raw outputs of one pass for the row, {@code [w]}
   * @param outputs d_y
   * @return {@code [d_y]}
   */
  double[] mean(double[] raw, int outputs);

  /**
   * The variances of the law of one row.
   *
   * @param raw outputs of one pass for the row, {@code [w]}
   * @param outputs d_y
   * @return {@code [d_y]}
   */
  double[] variance(double[] raw, int outputs);

  /**
   * Adds the logarithm of a sum of densities.
   *
   * @param logs natural logarithms of the densities, as {@code [P, n]} or {@code [P, n, C]}; the
   *     largest is taken out first
   * @param axis the dimension of the sum; -1 for the last
   * @return the natural logarithm, of the same shape with 1 in place of that dimension: {@code [1,
   *     n]} for axis 0
   */
  static Operand<TFloat32> logSum(Ops tf, Operand<TFloat32> logs, int axis) {
    Operand<TFloat32> largest =
        tf.stopGradient(tf.reduceMax(logs, tf.constant(axis), ReduceMax.keepDims(true)));
    Operand<TFloat32> sum =
        tf.reduceSum(
            tf.math.exp(tf.math.sub(logs, largest)), tf.constant(axis), ReduceSum.keepDims(true));
    return tf.math.add(largest, tf.math.log(sum));
  }
}
