// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.ArrayList;
import java.util.List;

/**
 * Type of a tensor. A tensor of the rows has the given shape for each row; another one is the same
 * for all rows.
 *
 * @param element of the tensor
 * @param ofRows whether each row has its own
 * @param dims sizes of the dimensions, each at least 1, at most {@link #MOST_DIMS}
 */
public record TapeType(Element element, boolean ofRows, List<Integer> dims) {
  /** The largest number of dimensions. */
  public static final int MOST_DIMS = 6;

  /** The largest number of elements, of one row. */
  private static final int MOST_ELEMENTS = 1 << 28;

  /** Checks the shape. */
  public TapeType {
    dims = List.copyOf(dims);
    long size = 1;
    for (int dim : dims) {
      size = dim < 1 || size < 1 ? 0 : Math.min(size * dim, Integer.MAX_VALUE);
    }
    if (dims.size() > MOST_DIMS || size < 1 || size > MOST_ELEMENTS) {
      throw new IllegalArgumentException(
          "shape: %s (expected: at most %s sizes, each >= 1, their product at most %s)"
              .formatted(dims, MOST_DIMS, MOST_ELEMENTS));
    }
  }

  /** Whether another type is the same. */
  boolean same(TapeType other) {
    return element == other.element && ofRows == other.ofRows && dims.equals(other.dims);
  }

  /** Number of dimensions. */
  public int rank() {
    return dims.size();
  }

  /** Number of elements, of one row. */
  public int size() {
    int size = 1;
    for (int dim : dims) {
      size *= dim;
    }
    return size;
  }

  /** U: size of the last dimension; 1 of a scalar. */
  public int units() {
    return dims.isEmpty() ? 1 : dims.get(dims.size() - 1);
  }

  /** D: the product of the sizes of all other dimensions. */
  public int draws() {
    return size() / units();
  }

  /** The same with another shape. */
  public TapeType with(List<Integer> other) {
    return new TapeType(element, ofRows, other);
  }

  /** The same with other elements. */
  public TapeType with(Element other) {
    return new TapeType(other, ofRows, dims);
  }

  /** The same with another size of a dimension. */
  public TapeType with(int axis, int size) {
    List<Integer> changed = new ArrayList<>(dims);
    changed.set(axis, size);
    return with(changed);
  }

  /** Product of the sizes of the dimensions after one. */
  public int after(int axis) {
    int size = 1;
    for (int i = axis + 1; i < dims.size(); i++) {
      size *= dims.get(i);
    }
    return size;
  }
}
