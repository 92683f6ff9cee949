// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.savedmodel;

import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.family.TType;

/**
 * An input of signatures. TensorFlow does not compare what is fed with the shape of a placeholder,
 * and a row that is too short would be broadcast, so the graph computes from {@code checked}.
 *
 * @param fed the placeholder
 * @param checked the same values; running it fails if their shape is not the input's
 */
public record ServedInput<T extends TType>(Operand<T> fed, Operand<T> checked) {
  /**
   * Adds an input.
   *
   * @param name of the placeholder, shown in errors
   * @param sizes after the batch
   */
  public static <T extends TType> ServedInput<T> add(
      Ops tf, String name, Class<T> type, int... sizes) {
    Shape shape = batchOf(sizes);
    Operand<T> fed = tf.withName(name).placeholder(type, Placeholder.shape(shape));
    return new ServedInput<>(fed, tf.withName(name + "_checked").ensureShape(fed, shape));
  }

  /** The shape of a tensor with any number of rows. */
  static Shape batchOf(int... sizes) {
    long[] all = new long[sizes.length + 1];
    all[0] = Shape.UNKNOWN_SIZE;
    for (int i = 0; i < sizes.length; i++) {
      all[i + 1] = sizes[i];
    }
    return Shape.of(all);
  }
}
