// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.openinference.InferRequest;
import io.otd.serve.openinference.InferShape;
import io.otd.serve.registry.ModelReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The body of an infer request: {@code {"id": ..., "parameters": {...}, "inputs": [...], "outputs":
 * [...]}}, followed by the bytes of the inputs that declare them. Members that the protocol does
 * not have are passed over, and so are those that are null; of several with one name the last
 * counts.
 */
public final class InferRequestJson {
  private static final String BINARY_DATA = "binary_data";
  private static final String BINARY_DATA_OUTPUT = "binary_data_output";

  private Optional<String> id = Optional.empty();
  private JsonParameters parameters = JsonParameters.NONE;
  private final List<InferInputJson> inputs = new ArrayList<>();
  private final Map<String, HostTensor> tensors = new LinkedHashMap<>();
  private final List<String> outputs = new ArrayList<>();
  private final Map<String, Boolean> binary = new HashMap<>();
  private final String signature;
  private final boolean usuallyBinary;
  private boolean listed;

  private InferRequestJson(byte[] json, BinaryInputs bytes) {
    JsonReader reader = JsonReader.of(json);
    reader.members(name -> member(name, reader));
    if (!listed) {
      throw JsonDocument.notGiven("inputs", "a list of the inputs");
    }
    signature = parameters.text(InferRequest.SIGNATURE_NAME).orElse("");
    usuallyBinary = parameters.flag(BINARY_DATA_OUTPUT).orElse(false);
    for (InferInputJson input : inputs) {
      if (tensors.putIfAbsent(input.name(), input.tensor(bytes)) != null) {
        throw InferShape.refusal(input.name(), "given twice (expected: once)");
      }
    }
    bytes.requireEnd();
  }

  /**
   * Reads a body that is JSON alone.
   *
   * @param body UTF-8; not changed by anyone afterwards
   * @throws ServingException INVALID_ARGUMENT, naming the member or the input, if it is invalid
   */
  public static InferRequestJson of(byte[] body) {
    return new InferRequestJson(body, BinaryInputs.none());
  }

  /**
   * Reads a body of JSON and the bytes of inputs.
   *
   * @param body not changed by anyone afterwards
   * @throws ServingException INVALID_ARGUMENT, naming the member or the input, if it is invalid
   */
  public static InferRequestJson of(byte[] body, String length) {
    int json = length.matches("[0-9]{1,9}") ? Integer.parseInt(length) : Integer.MAX_VALUE;
    if (json > body.length) {
      throw ServingException.invalid(
          "%s: %s (expected: an integer from 0 to %s, the bytes of the body)"
              .formatted(BinaryInputs.HEADER, length, body.length));
    }
    return new InferRequestJson(
        json == body.length ? body : Arrays.copyOf(body, json), BinaryInputs.behind(body, json));
  }

  private void member(String name, JsonReader reader) {
    if (reader.kind() == JsonKind.NULL) {
      return;
    }
    switch (name) {
      case "id" -> id = Optional.of(reader.text("id"));
      case "parameters" -> parameters = JsonParameters.read("", reader);
      case "inputs" -> {
        listed = true;
        inputs.clear();
        each(name, reader, () -> inputs.add(InferInputJson.read(inputs.size(), reader)));
      }
      case "outputs" -> {
        outputs.clear();
        each(name, reader, () -> output(reader));
      }
      default -> reader.skip();
    }
  }

  private static void each(String name, JsonReader reader, Runnable element) {
    reader.require(reader.kind() == JsonKind.ARRAY, name, "a list of objects");
    reader.elements(element);
  }

  private void output(JsonReader reader) {
    String one = "outputs[%s]".formatted(outputs.size());
    String place = one + ".";
    reader.require(reader.kind() == JsonKind.OBJECT, one, "an object with name");
    Optional<String> name = Optional.empty();
    JsonParameters own = JsonParameters.NONE;
    for (boolean more = reader.open(); more; more = reader.next()) {
      String member = reader.name();
      switch (reader.kind() == JsonKind.NULL ? "" : member) {
        case "name" -> name = Optional.of(reader.text(place + "name"));
        case "parameters" -> own = JsonParameters.read(place, reader);
        default -> reader.skip();
      }
    }
    own.refuse("classification");
    own.refuse("shared_memory_region");
    String output = name.orElseThrow(() -> JsonDocument.notGiven(place + "name", "a text"));
    own.flag(BINARY_DATA).ifPresent(wanted -> binary.put(output, wanted));
    outputs.add(output);
  }

  /** The client's ID of the request. */
  public Optional<String> id() {
    return id;
  }

  /** The inference request. */
  public InferRequest request(ModelReference model) {
    return new InferRequest(model, signature, tensors, outputs);
  }

  /** Whether the reply is to have an output as bytes. */
  boolean isBinary(String output) {
    return binary.getOrDefault(output, usuallyBinary);
  }
}
