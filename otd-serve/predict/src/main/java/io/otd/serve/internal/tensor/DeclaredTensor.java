// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.tensor;

import java.util.List;
import java.util.Optional;

/**
 * The declaration of a tensor in a signature. A server does not enforce the shape: only the graph
 * may reject one.
 *
 * @param place name of the tensor in the graph, such as {@code x:0}; empty for one that is made of
 *     several, which cannot be served
 * @param dtype TensorFlow's name of its type, such as {@code DT_FLOAT}, a reference ({@code
 *     DT_FLOAT_REF}) as such
 * @param type of the elements, a reference's as its value's; none if requests and replies cannot
 *     hold them
 * @param shape -1 where any size is fine; none if it is not declared or the rank is not known
 */
public record DeclaredTensor(
    String place, String dtype, Optional<ElementType> type, Optional<List<Long>> shape) {
  /** Copies the sizes. */
  public DeclaredTensor {
    shape = shape.map(List::copyOf);
  }

  /**
   * A tensor that can be served.
   *
   * @param place name of the tensor in the graph
   * @param shape -1 where any size is fine; none if it is not declared
   */
  public DeclaredTensor(String place, ElementType type, Optional<List<Long>> shape) {
    this(place, type.protoName(), Optional.of(type), shape);
  }

  /** Whether a tensor has this shape. */
  public boolean hasShapeOf(HostTensor tensor) {
    if (shape.isEmpty()) {
      return true;
    }
    List<Long> sizes = shape.get();
    boolean fits = sizes.size() == tensor.rank();
    for (int axis = 0; fits && axis < sizes.size(); axis++) { // For each output of each request.
      long declared = sizes.get(axis);
      fits = declared < 0 || declared == tensor.size(axis);
    }
    return fits;
  }

  /** Type and shape, such as {@code float[-1, 3]}. */
  public String text() {
    return type.map(ElementType::text).orElse(dtype)
        + shape.map(List::toString).orElse(" of any shape");
  }
}
