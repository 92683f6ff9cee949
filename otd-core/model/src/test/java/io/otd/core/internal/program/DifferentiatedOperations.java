// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Squeeze;
import org.tensorflow.types.TFloat32;

/** The operation types in the training graphs that a gradient passes through. */
final class DifferentiatedOperations {
  /** One use of each type, on a vector of six. */
  static final Map<String, BiFunction<Ops, Operand<TFloat32>, Operand<TFloat32>>> BY_TYPE =
      Map.ofEntries(
          entry("Abs", (tf, x) -> tf.math.abs(x)),
          entry("Add", (tf, x) -> tf.math.add(x, twoRows(tf, x))),
          entry("ConcatV2", (tf, x) -> twoRows(tf, x)),
          entry("Div", (tf, x) -> tf.math.div(twoRows(tf, x), x)),
          entry("Elu", (tf, x) -> tf.nn.elu(x)),
          entry("Erf", (tf, x) -> tf.math.erf(x)),
          entry("Exp", (tf, x) -> tf.math.exp(x)),
          entry("ExpandDims", (tf, x) -> tf.expandDims(x, tf.constant(1))),
          entry("Log", (tf, x) -> tf.math.log(tf.math.add(tf.constant(2f), tf.math.mul(x, x)))),
          entry("MatMul", (tf, x) -> tf.linalg.matMul(twoRows(tf, x), transposed(tf, x))),
          entry("Mean", (tf, x) -> tf.math.mean(twoRows(tf, x), tf.constant(0))),
          entry("Mul", (tf, x) -> tf.math.mul(x, twoRows(tf, x))),
          entry("Neg", (tf, x) -> tf.math.neg(x)),
          entry("PadV2", (tf, x) -> tf.pad(x, tf.constant(new int[][] {{1, 2}}), tf.constant(.5f))),
          entry("Relu", (tf, x) -> tf.nn.relu(x)),
          entry("Reshape", (tf, x) -> tf.reshape(x, tf.constant(new int[] {2, 3}))),
          entry(
              "SelectV2",
              (tf, x) ->
                  tf.select(
                      tf.math.greater(x, tf.constant(0f)), tf.math.mul(x, x), tf.constant(1f))),
          entry("Sigmoid", (tf, x) -> tf.math.sigmoid(x)),
          entry(
              "Slice",
              (tf, x) -> tf.slice(x, tf.constant(new int[] {2}), tf.constant(new int[] {3}))),
          entry("Softplus", (tf, x) -> tf.math.softplus(x)),
          entry("Sqrt", (tf, x) -> tf.math.sqrt(tf.math.mul(x, x))),
          entry(
              "Squeeze",
              (tf, x) -> tf.squeeze(tf.expandDims(x, tf.constant(1)), Squeeze.axis(List.of(1L)))),
          entry("Sub", (tf, x) -> tf.math.sub(twoRows(tf, x), x)),
          entry("Sum", (tf, x) -> tf.reduceSum(twoRows(tf, x), tf.constant(1))),
          entry("Tanh", (tf, x) -> tf.math.tanh(x)),
          entry("Transpose", DifferentiatedOperations::transposed));

  private DifferentiatedOperations() {}

  private static Operand<TFloat32> twoRows(Ops tf, Operand<TFloat32> x) {
    Operand<TFloat32> more = tf.math.sub(tf.constant(0.5f), tf.math.mul(x, x));
    return tf.concat(
        List.of(tf.expandDims(x, tf.constant(0)), tf.expandDims(more, tf.constant(0))),
        tf.constant(0));
  }

  private static Operand<TFloat32> transposed(Ops tf, Operand<TFloat32> x) {
    return tf.linalg.transpose(twoRows(tf, x), tf.constant(new int[] {1, 0}));
  }
}
