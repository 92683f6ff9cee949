// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What a signature says of a graph: the places of its inputs and outputs, and what they are. */
final class SignaturePlaces {
  /** How TensorFlow begins if a placeholder has no value: the signature has no input for it. */
  private static final String NOT_FED = "You must feed a value for placeholder";

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

  /**
   * Requires that outputs have the types that the signature declares and, if all inputs have their
   * declared shapes, the shapes too. Other shapes of inputs are not refused: only the graph knows
   * what it makes of them.
   *
   * @throws ServingException INTERNAL: the model contradicts itself
   */
  static void requireDeclared(
      InspectedModel.Signature signature,
      Map<String, HostTensor> inputs,
      Map<String, HostTensor> outputs) {
    boolean shapes = fit(signature.inputs(), inputs);
    outputs.forEach(
        (name, output) -> {
          DeclaredTensor declared = signature.outputs().get(name);
          if (declared != null
              && !(declared.type().equals(Optional.of(output.type()))
                  && (!shapes || declared.hasShapeOf(output)))) {
            throw contradiction("output", name, output.toString(), declared.text());
          }
        });
  }

  private static boolean fit(
      Map<String, DeclaredTensor> declared, Map<String, HostTensor> tensors) {
    for (Map.Entry<String, HostTensor> tensor : tensors.entrySet()) {
      DeclaredTensor input = declared.get(tensor.getKey());
      if (input == null || !input.hasShapeOf(tensor.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static ServingException contradiction(
      String kind, String name, String is, String declared) {
    return new ServingException(
        StatusCode.INTERNAL,
        "The model contradicts its signature: %s %s is %s (expected: %s, as declared)"
            .formatted(kind, name, is, declared));
  }

  /**
   * The failure of a run, for the client: that of the model if its signature declares an input of
   * another type than the graph has, or lacks one.
   *
   * @param inputs names of those that it had
   * @param types of the tensors of the graph
   */
  static ServingException explained(
      InspectedModel.Signature signature,
      Set<String> inputs,
      Function<String, Optional<ElementType>> types,
      ServingException failure) {
    if (failure.code() != StatusCode.INVALID_ARGUMENT
        || !inputs.equals(signature.inputs().keySet())) {
      return failure;
    }
    for (Map.Entry<String, DeclaredTensor> input : signature.inputs().entrySet()) {
      DeclaredTensor declared = input.getValue();
      Optional<ElementType> type = types.apply(declared.place());
      if (!type.equals(declared.type())) {
        return contradiction(
            "input",
            input.getKey(),
            type.map(ElementType::text).orElse("of another type"),
            declared.text());
      }
    }
    return String.valueOf(failure.getMessage()).startsWith(NOT_FED)
        ? new ServingException(StatusCode.INTERNAL, String.valueOf(failure.getMessage()), failure)
        : failure;
  }

  private static String place(Map<String, DeclaredTensor> tensors, String kind, String name) {
    DeclaredTensor tensor = tensors.get(name);
    if (tensor == null) {
      throw ServingException.invalid(
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
