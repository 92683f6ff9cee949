package io.otd.serve.tensor;

import java.util.List;
import java.util.Optional;

/**
 * What a signature says of one of its tensors. A server does not enforce the shape: only the graph
 * may refuse one.
 *
 * @param place name of the tensor in the graph, such as {@code x:0}
 * @param type of the elements
 * @param shape -1 where any size is fine; none if the rank is not known
 */
public record DeclaredTensor(String place, ElementType type, Optional<List<Long>> shape) {
  /** Copies the sizes. */
  public DeclaredTensor {
    shape = shape.map(List::copyOf);
  }
}
