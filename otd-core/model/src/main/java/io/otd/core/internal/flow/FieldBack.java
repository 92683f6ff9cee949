// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The inputs of a velocity field's gradient in each step.
 *
 * @param field as passed to a loop's body
 * @param transposed kernels of its products
 */
record FieldBack(PreparedField field, List<Operand<TFloat32>> transposed) {
  FieldPass.Adjoint pullback(Ops tf, FieldPass pass, Operand<TFloat32> adjoint) {
    return pass.pullback(tf, adjoint, transposed);
  }

  /** The sum of two gradients by the arrays; an empty one is 0. */
  List<Operand<TFloat32>> plus(Ops tf, List<Operand<TFloat32>> one, List<Operand<TFloat32>> other) {
    if (one.isEmpty()) {
      return other;
    }
    List<Operand<TFloat32>> result = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      result.add(tf.math.add(one.get(i), other.get(i)));
    }
    return result;
  }
}
