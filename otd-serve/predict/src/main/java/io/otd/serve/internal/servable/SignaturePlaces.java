// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The places in the graph of what a signature names. */
final class SignaturePlaces {
  private SignaturePlaces() {}

  /**
   * The inputs by their places.
   *
   * @throws ServingException INVALID_ARGUMENT for a name that the signature lacks; UNIMPLEMENTED
   *     for one that has no single place
   */
  static Map<String, HostTensor> feeds(
      InspectedModel.Signature signature, Map<String, HostTensor> inputs) {
    Map<String, HostTensor> feeds = new LinkedHashMap<>();
    inputs.forEach((name, tensor) -> feeds.put(place(signature.inputs(), "input", name), tensor));
    return feeds;
  }

  /**
   * The places of outputs.
   *
   * @throws ServingException as {@link #feeds}
   */
  static List<String> fetches(InspectedModel.Signature signature, List<String> outputs) {
    List<String> fetches = new ArrayList<>(outputs.size());
    outputs.forEach(name -> fetches.add(place(signature.outputs(), "output", name)));
    return fetches;
  }

  private static String place(Map<String, DeclaredTensor> tensors, String kind, String name) {
    DeclaredTensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT,
          "%s tensor alias not found in signature: %s. %ss expected to be in the set {%s}."
              .formatted(
                  kind,
                  name,
                  Character.toUpperCase(kind.charAt(0)) + kind.substring(1),
                  String.join(",", tensors.keySet())));
    }
    if (tensor.place().isEmpty() || tensor.type().isEmpty()) {
      throw new ServingException(
          StatusCode.UNIMPLEMENTED,
          "%s %s: %s cannot be served (expected: a dense tensor of numbers or strings)"
              .formatted(
                  kind, name, tensor.place().isEmpty() ? "several tensors" : tensor.dtype()));
    }
    return tensor.place();
  }
}
