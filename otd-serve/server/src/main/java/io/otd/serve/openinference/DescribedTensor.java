// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.tensor.DeclaredTensor;
import java.util.List;
import java.util.Map;

/**
 * An input or an output of a model.
 *
 * @param name of it
 * @param datatype of its elements; TensorFlow's name of one that the protocol does not have
 * @param shape -1 where any size is fine; -1 alone too where the rank is not known
 */
public record DescribedTensor(String name, String datatype, List<Long> shape) {
  private static final List<Long> UNKNOWN = List.of(-1L);

  static List<DescribedTensor> of(Map<String, DeclaredTensor> tensors) {
    return tensors.entrySet().stream()
        .map(
            tensor ->
                new DescribedTensor(
                    tensor.getKey(),
                    Datatype.text(tensor.getValue()),
                    tensor.getValue().shape().orElse(UNKNOWN)))
        .toList();
  }
}
