// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/** Runs a model's signatures. Any number of threads may use it. */
@FunctionalInterface
public interface SignatureRunner {
  /**
   * Runs a signature.
   *
   * @param signature its name
   * @param inputs by the names in the signature; only the graph checks their shapes
   * @param outputs names of the requested outputs, each once; empty for all
   * @param caller waits for the outputs; once it has gone, a run in pieces ends before the next one
   * @return the outputs, in the requested order, or in the order of their names
   * @throws ServingException with TensorFlow's code and text if the graph rejects the inputs, or
   *     naming a signature, input or output that does not exist; the caller's if it has gone
   */
  Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller);

  /** Runs a signature for a caller that waits without a limit. */
  default Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs) {
    return run(signature, inputs, outputs, Caller.PATIENT);
  }
}
