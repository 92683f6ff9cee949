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
      case COLUMN -> new Columns(values).read(document.at(INPUTS));
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
}
