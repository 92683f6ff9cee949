// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import java.util.List;

/**
 * A named array that training changes.
 *
 * @param name unique in its model, segments parted by '/', e.g. {@code velocity/0/kernel}
 * @param shape row-major sizes, each at least 1; empty for a scalar
 * @param initializer law of the first value
 */
public record Parameter(String name, List<Integer> shape, Initializer initializer) {
  /** Checks the name and the sizes. */
  public Parameter {
    if (!name.matches("[a-z0-9_]+(/[a-z0-9_]+)*")) {
      throw new IllegalArgumentException(
          "parameter name: \"" + name + "\" (expected: lower-case segments parted by '/')");
    }
    shape = List.copyOf(shape);
    for (int size : shape) {
      if (size < 1) {
        throw new IllegalArgumentException(name + ": shape " + shape + " (expected: sizes >= 1)");
      }
    }
  }

  /** Number of values: the product of the sizes. */
  public int size() {
    return shape.stream().reduce(1, Math::multiplyExact);
  }

  /** The sizes in TensorFlow's form. */
  public long[] dimensions() {
    return shape.stream().mapToLong(Integer::longValue).toArray();
  }
}
