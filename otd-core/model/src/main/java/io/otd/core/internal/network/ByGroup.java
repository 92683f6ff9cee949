// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import java.util.function.BinaryOperator;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Rows and the values that they share: a mask, or a code's part of a sum. */
final class ByGroup {
  private ByGroup() {}

  /**
   * Combines numbers of rows with those of their group; these are broadcast, never repeated in
   * memory.
   *
   * @param tf the graph to add to
   * @param rows {@code [P, n, width]} or {@code [1, n, width]}
   * @param shared {@code [P, n, width]} or {@code [P, 1, width]}; or {@code [P, F, 1, width]} of F
   *     groups of as many consecutive rows
   * @param operation on single numbers
   * @return {@code [P, n, width]}
   */
  static Operand<TFloat32> combine(
      Ops tf,
      Operand<TFloat32> rows,
      Operand<TFloat32> shared,
      BinaryOperator<Operand<TFloat32>> operation) {
    if (shared.shape().numDimensions() == 3) {
      return operation.apply(rows, shared);
    }
    long passes = shared.shape().get(0);
    long groups = shared.shape().get(1);
    long width = shared.shape().get(3);
    Operand<TFloat32> grouped =
        tf.reshape(rows, tf.constant(new long[] {rows.shape().get(0), groups, -1, width}));
    return tf.reshape(
        operation.apply(grouped, shared), tf.constant(new long[] {passes, -1, width}));
  }
}
