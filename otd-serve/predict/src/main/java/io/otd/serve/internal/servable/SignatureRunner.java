// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/** Runs a model's signatures. Any number of threads may use it. */
public interface SignatureRunner {
  /**
   * Runs a signature.
   *
   * @param signature its name
   * @param inputs by the names in the signature; only the graph checks their shapes
   * @param outputs names of the requested outputs, each once; empty for all
   * @return the outputs, in the requested order, or in the order of their names
   * @throws ServingException with TensorFlow's code and text if the graph rejects the inputs, or
   *     naming a signature, input or output that does not exist
   */
  Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs);
}
