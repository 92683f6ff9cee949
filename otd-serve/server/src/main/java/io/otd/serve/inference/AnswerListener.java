// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.registry.Lease;
import java.util.Map;

/** Receives the requests to signatures and their answers, on any number of threads. */
@FunctionalInterface
public interface AnswerListener {
  /** Listens to nothing. */
  AnswerListener NONE = (lease, signature, inputs, outputs) -> {};

  /**
   * A signature has answered.
   *
   * @param lease of the version, open until this returns
   * @param inputs by name
   * @param outputs by name
   */
  void answered(
      Lease lease,
      String signature,
      Map<String, HostTensor> inputs,
      Map<String, HostTensor> outputs);
}
