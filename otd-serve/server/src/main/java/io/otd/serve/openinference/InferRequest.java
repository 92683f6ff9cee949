// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.registry.ModelReference;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The inference request.
 *
 * @param model which one
 * @param signature its name; empty for {@code serving_default}
 * @param inputs by name
 * @param outputs names of the requested outputs; empty for all
 */
public record InferRequest(
    ModelReference model, String signature, Map<String, HostTensor> inputs, List<String> outputs) {
  /** The parameter of a request that names the signature. */
  public static final String SIGNATURE_NAME = "signature_name";

  /** Copies the collections. */
  public InferRequest {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = List.copyOf(outputs);
  }
}
