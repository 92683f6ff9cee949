// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import java.util.List;

/**
 * The description of a model.
 *
 * @param name of it
 * @param versions that answer, ascending
 * @param inputs of the signature {@code serving_default}; none if the model has no such signature
 * @param outputs likewise
 */
public record DescribedModel(
    String name,
    List<String> versions,
    List<DescribedTensor> inputs,
    List<DescribedTensor> outputs) {
  /** As KServe names models of TensorFlow. */
  public static final String PLATFORM = "tensorflow_savedmodel";
}
