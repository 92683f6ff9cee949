// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.graph.Gradients;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.ReduceSum;
import org.tensorflow.types.TFloat32;

/**
 * A velocity with what its gradient needs.
 *
 * @param field that was evaluated
 * @param time t, scalar
 * @param inputs of each layer's product, {@code [w_(i-1), K]}
 * @param outputs of each layer before the activation, {@code [w_i, K]}; the last is the velocity
 */
record FieldPass(
    PreparedField field,
    Operand<TFloat32> time,
    List<Operand<TFloat32>> inputs,
    List<Operand<TFloat32>> outputs) {
  /**
   * A gradient.
   *
   * @param input by z or by the logits, {@code [d_z, K]}
   * @param arrays by the field's arrays
   */
  record Adjoint(Operand<TFloat32> input, List<Operand<TFloat32>> arrays) {}

  /** z, {@code [d_z, K]}. */
  Operand<TFloat32> masks() {
    return inputs.get(0);
  }

  /** {@code [d_z, K]}. */
  Operand<TFloat32> velocity() {
    return outputs.get(outputs.size() - 1);
  }

  /**
   * Adds the gradient of {@code <adjoint, velocity>}.
   *
   * @param adjoint {@code [d_z, K]}
   * @param transposed each layer's kernel, {@code [w_(i-1), w_i]}
   * @implNote XLA compiles a small product only if neither factor has to be transposed. Else it
   *     calls a library, which costs more than the product. Hence the transposed kernels.
   */
  Adjoint pullback(Ops tf, Operand<TFloat32> adjoint, List<Operand<TFloat32>> transposed) {
    List<Operand<TFloat32>> arrays = new ArrayList<>();
    Operand<TFloat32> outer = adjoint;
    for (int i = outputs.size() - 1; i > 0; i--) {
      arrays.add(bias(tf, outer));
      arrays.add(kernel(tf, outer, inputs.get(i)));
      Operand<TFloat32> inner = tf.linalg.matMul(transposed.get(i), outer);
      outer =
          Gradients.of(
                  tf,
                  List.of(inputs.get(i)),
                  List.of(inner),
                  List.of(outputs.get(i - 1)),
                  List.of("a layer of the velocity"))
              .get(0);
    }
    Operand<TFloat32> shift = bias(tf, outer);
    arrays.add(shift);
    arrays.add(tf.math.mul(shift, time));
    arrays.add(kernel(tf, outer, inputs.get(0)));
    Collections.reverse(arrays);
    return new Adjoint(tf.linalg.matMul(transposed.get(0), outer), arrays);
  }

  /** The gradient by a kernel; the copy of the input costs less than a call of the library. */
  private static Operand<TFloat32> kernel(
      Ops tf, Operand<TFloat32> adjoint, Operand<TFloat32> input) {
    return tf.linalg.matMul(adjoint, tf.linalg.transpose(input, tf.constant(new int[] {1, 0})));
  }

  private static Operand<TFloat32> bias(Ops tf, Operand<TFloat32> adjoint) {
    return tf.reduceSum(adjoint, tf.constant(1), ReduceSum.keepDims(true));
  }
}
