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
   * @param inputs by the names that the signature gives them; shapes are the graph's to refuse
   * @param outputs names of those that are wanted, each once; empty for all
   * @return the outputs, in the order asked for, or in the order of their names
   * @throws ServingException with TensorFlow's code and text if the graph refuses the inputs, or
   *     naming the signature, input or output that there is not
   */
  Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs);
}
