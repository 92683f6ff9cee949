// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/**
 * The body of a predict request: {@code {"signature_name": ..., "instances": [...]}} or {@code
 * {"signature_name": ..., "inputs": ...}}. Other members are passed over; of several with one name
 * the first counts.
 *
 * @param document the body
 * @param signatureName the requested signature; empty for the default
 */
public record PredictRequestJson(JsonDocument document, String signatureName) {
  private static final String INSTANCES = "instances";
  private static final String INPUTS = "inputs";
  private static final int ONLY_ROW = 1;

  /**
   * Checks that a body is a JSON object.
   *
   * @param body UTF-8; not changed by anyone afterwards
   * @throws ServingException INVALID_ARGUMENT, if it is none, or the signature's name no string
   */
  public static PredictRequestJson of(byte[] body) {
    JsonDocument document =
        new JsonDocument(body, List.of(JsonDocument.SIGNATURE_NAME, INSTANCES, INPUTS));
    return new PredictRequestJson(document, document.signatureName());
  }

  /**
   * Its form.
   *
   * @throws ServingException INVALID_ARGUMENT, if both or none
   */
  public PredictFormat format() {
    boolean rows = document.has(INSTANCES);
    if (rows && document.has(INPUTS)) {
      throw document.refusal(
          "Not formatted correctly expecting only one of 'inputs' or 'instances' keys to exist ");
    }
    if (!rows && !document.has(INPUTS)) {
      throw ServingException.invalid("Missing 'inputs' or 'instances' key");
    }
    return rows ? PredictFormat.ROW : PredictFormat.COLUMN;
  }

  /**
   * The tensors of the request. Declared shapes are not looked at.
   *
   * @param declared the signature's inputs by name
   * @return one a declared input, in their order
   * @throws ServingException INVALID_ARGUMENT, if the values do not agree with what is declared;
   *     UNIMPLEMENTED, if JSON cannot carry an input's type
   */
  public Map<String, HostTensor> inputs(Map<String, DeclaredTensor> declared) {
    if (declared.isEmpty()) {
      throw ServingException.invalid(
          "Failed to get input map for signature: "
              + (signatureName.isEmpty() ? "DEFAULT" : signatureName));
    }
    NamedValues values = new NamedValues(declared);
    return switch (format()) {
      case ROW -> rows(values);
      case COLUMN -> columns(values, document.at(INPUTS));
    };
  }

  private Map<String, HostTensor> rows(NamedValues values) {
    JsonReader reader = document.at(INSTANCES);
    if (reader.kind() != JsonKind.ARRAY) {
      throw document.refusal("Expecting 'instances' to be an list/array");
    }
    if (!reader.open()) {
      throw document.refusal("No values in 'instances' array");
    }
    return new InstanceRows(values).read(reader);
  }

  /**
   * An object with a tensor a name, or, where the signature has one input, its tensor alone. Names
   * that the signature does not have are passed over.
   */
  private static Map<String, HostTensor> columns(NamedValues values, JsonReader reader) {
    if (reader.kind() == JsonKind.OBJECT && !reader.isBase64()) {
      readNamed(values, reader);
    } else if (values.size() > 1) {
      throw ServingException.invalid(
          "inputs is a plain value/list, but expecting an object as multiple input tensors required"
              + " as per tensorinfo_map");
    } else {
      values.read(0, reader);
    }
    return values.tensors(NestedValues::single);
  }

  private static void readNamed(NamedValues values, JsonReader reader) {
    reader.members(
        name -> {
          int input = values.find(name);
          if (input >= 0 && values.mark(input, ONLY_ROW)) {
            values.read(input, reader);
          } else {
            reader.skip();
          }
        });
    for (int input = 0; input < values.size(); input++) {
      if (!values.isMarked(input, ONLY_ROW)) {
        throw ServingException.invalid(
            "Missing named input: %s in 'inputs' object.".formatted(values.name(input)));
      }
    }
  }
}
