// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;

/** The common part of signatures whose input is examples. */
final class ExampleSignatures {
  /** Name of their only input. */
  static final String INPUTS = "inputs";

  private ExampleSignatures() {}

  /**
   * The signature of a name, if it is of a method and has the one input.
   *
   * @param kind as messages name the method
   */
  static InspectedModel.Signature find(
      InspectedModel model, String name, String kind, String method) {
    InspectedModel.Signature signature =
        model
            .offered(name)
            .orElseThrow(
                () -> ServingException.invalid("No signature was found with the name: " + name));
    if (!signature.method().equals(method)) {
      throw ServingException.invalid(
          "Expected %s signature method_name to be %s. Was: %s"
              .formatted(kind, method, signature.method()));
    }
    if (signature.inputs().size() != 1) {
      throw ServingException.invalid("Expected one input Tensor.");
    }
    if (!signature.inputs().containsKey(INPUTS)) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION,
          "No %s inputs found in SignatureDef: %s".formatted(kind, name));
    }
    return signature;
  }

  static void requireSome(HostTensor examples) {
    if (examples.elements() == 0) {
      throw ServingException.invalid("Input is empty.");
    }
  }
}
