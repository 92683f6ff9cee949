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

  private InferRequestJson(byte[] json, BinaryInputs bytes) {
    JsonReader reader = JsonDocument.of(json, List.of()).reader();
    boolean listed = false;
    boolean more = reader.open();
    while (more) {
      String member = reader.name();
      listed |= member.equals("inputs") && reader.kind() != JsonKind.NULL;
      member(member, reader);
      more = reader.next();
    }
    if (!listed) {
      throw JsonDocument.invalid("inputs: missing (expected: a list of the inputs)");
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
      throw JsonDocument.invalid(
          "%s: %s (expected: an integer from 0 to %s, the bytes of the body)"
              .formatted(BinaryInputs.HEADER, length, body.length));
    }
    return new InferRequestJson(
        json == body.length ? body : Arrays.copyOf(body, json), BinaryInputs.behind(body, json));
  }

  private void member(String name, JsonReader reader) {
    if (reader.kind() == JsonKind.NULL) {
      reader.skip();
      return;
    }
    switch (name) {
      case "id" -> id = Optional.of(text("id", reader));
      case "parameters" -> parameters = JsonParameters.read("", reader);
      case "inputs" -> {
        inputs.clear();
        boolean more = enter(name, reader);
        while (more) {
          inputs.add(InferInputJson.read(inputs.size(), reader));
          more = reader.next();
        }
      }
      case "outputs" -> {
        outputs.clear();
        boolean more = enter(name, reader);
        while (more) {
          output(reader);
          more = reader.next();
        }
      }
      default -> reader.skip();
    }
  }

  private static boolean enter(String name, JsonReader reader) {
    if (reader.kind() != JsonKind.ARRAY) {
      throw JsonDocument.invalid(
          "%s: %s (expected: a list of objects)".formatted(name, reader.shown()));
    }
    return reader.open();
  }

  private static String text(String member, JsonReader reader) {
    if (reader.kind() != JsonKind.STRING) {
      throw JsonDocument.invalid("%s: %s (expected: a text)".formatted(member, reader.shown()));
    }
    return reader.text();
  }

  private void output(JsonReader reader) {
    String place = "outputs[%s].".formatted(outputs.size());
    if (reader.kind() != JsonKind.OBJECT) {
      throw JsonDocument.invalid(
          "outputs[%s]: %s (expected: an object with name)"
              .formatted(outputs.size(), reader.shown()));
    }
    Optional<String> name = Optional.empty();
    JsonParameters own = JsonParameters.NONE;
    boolean more = reader.open();
    while (more) {
      String member = reader.name();
      switch (reader.kind() == JsonKind.NULL ? "" : member) {
        case "name" -> name = Optional.of(text(place + "name", reader));
        case "parameters" -> own = JsonParameters.read(place, reader);
        default -> reader.skip();
      }
      more = reader.next();
    }
    own.refuse("classification");
    own.refuse("shared_memory_region");
    String output = name.orElseThrow(() -> JsonDocument.invalid(place + "name: missing"));
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
