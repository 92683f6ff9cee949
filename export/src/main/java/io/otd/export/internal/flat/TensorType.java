// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import java.util.List;

/**
 * Element type and shape of a tensor.
 *
 * @param element of the tensor
 * @param shape sizes of its dimensions, -1 where the size depends on the number of rows
 */
public record TensorType(NumberType element, List<Long> shape) {
  /** Copies the shape. */
  public TensorType {
    shape = List.copyOf(shape);
  }

  /** Number of dimensions. */
  public int rank() {
    return shape.size();
  }

  /** Whether the shape is the same for any number of rows. */
  public boolean fixed() {
    return shape.stream().allMatch(size -> size >= 0);
  }

  /**
   * Size of a tensor of this type in bytes.
   *
   * @throws IllegalStateException if it depends on the number of rows
   */
  public long bytes() {
    if (!fixed()) {
      throw new IllegalStateException("shape: " + shape + " (expected: a fixed one)");
    }
    return shape.stream().reduce((long) element.bytes(), Math::multiplyExact);
  }
}
