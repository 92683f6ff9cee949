// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import java.util.List;
import java.util.function.BinaryOperator;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Squeeze;
import org.tensorflow.types.TBfloat16;
import org.tensorflow.types.TFloat32;

/**
 * How the large matrix products of a network are computed while it is trained. Parameters, their
 * moments, biases, activations and scores are in single precision always, and so is the transport.
 */
public enum Precision {
  /** Single precision throughout. */
  FLOAT32 {
    @Override
    public Operand<TFloat32> product(Ops tf, Operand<TFloat32> x, Operand<TFloat32> kernel) {
      return tf.linalg.matMul(x, kernel);
    }

    @Override
    Operand<TFloat32> products(Ops tf, Operand<TFloat32> x, Operand<TFloat32> kernels) {
      return tf.train.batchMatMul(x, kernels, TFloat32.class);
    }

    @Override
    Operand<TFloat32> sums(Ops tf, Operand<TFloat32> x) {
      return tf.reduceSum(x, tf.constant(1));
    }
  },
  /**
   * Mixed precision (Micikevicius et al. 2018) with bfloat16 (Kalamkar et al. 2019): the factors of
   * a product and of its two gradients are rounded to 8 significant bits, its terms are summed in
   * single precision, and the sum is rounded to bfloat16 once more, to the nearest number or
   * towards zero as the kernel does it. There is no loss scaling: bfloat16 has the exponents of
   * single precision. Gradients by large arrays of units are rounded before they are summed for the
   * bias, so that they need not be kept in single precision.
   *
   * @implNote On a processor without bfloat16 products XLA widens the factors again, and then
   *     removes their rounding as superfluous: the numbers are those of single precision, unless
   *     {@code XLA_FLAGS} has {@code --xla_allow_excess_precision=false}.
   */
  MIXED {
    @Override
    public Operand<TFloat32> product(Ops tf, Operand<TFloat32> x, Operand<TFloat32> kernel) {
      return rounded(tf, x, kernel, (a, b) -> tf.linalg.matMul(a, b));
    }

    @Override
    Operand<TFloat32> products(Ops tf, Operand<TFloat32> x, Operand<TFloat32> kernels) {
      return rounded(tf, x, kernels, (a, b) -> tf.train.batchMatMul(a, b, TBfloat16.class));
    }

    /** As a product with ones: whatever else reads x reads its rounded numbers, too. */
    @Override
    Operand<TFloat32> sums(Ops tf, Operand<TFloat32> x) {
      int groups = Math.toIntExact(x.shape().get(0));
      int rows = Math.toIntExact(x.shape().get(1));
      Operand<TFloat32> ones =
          tf.broadcastTo(tf.constant(1f), tf.constant(new int[] {groups, ROWS_OF_ONES, rows}));
      return tf.squeeze(
          tf.slice(
              products(tf, ones, x),
              tf.constant(new int[] {0, 0, 0}),
              tf.constant(new int[] {-1, 1, -1})),
          Squeeze.axis(List.of(1L)));
    }
  };

  /** With a single one, a step of the Ginzburg-Landau network took 5 % longer. */
  private static final int ROWS_OF_ONES = 8;

  /** One product, {@code [n, a]} by {@code [a, b]}. */
  public abstract Operand<TFloat32> product(Ops tf, Operand<TFloat32> x, Operand<TFloat32> kernel);

  /** Products side by side, {@code [K, n, a]} by {@code [K, a, b]}. */
  abstract Operand<TFloat32> products(Ops tf, Operand<TFloat32> x, Operand<TFloat32> kernels);

  /** Sums over the rows of each group, {@code [K, n, a]} to {@code [K, a]}. */
  abstract Operand<TFloat32> sums(Ops tf, Operand<TFloat32> x);

  private static Operand<TFloat32> rounded(
      Ops tf,
      Operand<TFloat32> x,
      Operand<TFloat32> kernel,
      BinaryOperator<Operand<TBfloat16>> product) {
    return tf.dtypes.cast(
        product.apply(tf.dtypes.cast(x, TBfloat16.class), tf.dtypes.cast(kernel, TBfloat16.class)),
        TFloat32.class);
  }
}
