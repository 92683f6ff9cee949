// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.inference.ExampleStrings;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of a classify or regress request: {@code {"signature_name": ..., "context": {...},
 * "examples": [{...}, ...]}}, where each example is an object of features by name.
 *
 * @param document the body
 * @param signatureName the requested signature; empty for the default
 */
public record ExamplesRequestJson(JsonDocument document, String signatureName) {
  private static final String CONTEXT = "context";
  private static final String EXAMPLES = "examples";

  /**
   * Checks that a body is a JSON object.
   *
   * @param body UTF-8; not changed by anyone afterwards
   * @throws ServingException INVALID_ARGUMENT, if it is none, or the signature's name no string
   */
  public static ExamplesRequestJson of(byte[] body) {
    JsonDocument document =
        new JsonDocument(body, List.of(JsonDocument.SIGNATURE_NAME, CONTEXT, EXAMPLES));
    return new ExamplesRequestJson(document, document.signatureName());
  }

  /**
   * The examples, as serialised {@code tf.Example} messages: strings {@code [n]}. Each begins with
   * the context, so it has the context's features unless it sets them itself.
   *
   * @throws ServingException INVALID_ARGUMENT, if they are not a list of objects of features;
   *     RESOURCE_EXHAUSTED, if they are too long with the context in each
   */
  public HostTensor examples() {
    byte[] context =
        document.has(CONTEXT) ? ExampleFeatures.read(document.at(CONTEXT)) : new byte[0];
    if (!document.has(EXAMPLES)) {
      throw document.refusal(
          "When method is classify, key 'examples' is expected and was not found");
    }
    JsonReader reader = document.at(EXAMPLES);
    if (reader.kind() != JsonKind.ARRAY) {
      throw document.refusal("Expecting 'examples' value to be an list/array");
    }
    if (!reader.open()) {
      throw document.refusal("'examples' value is an empty array");
    }
    List<byte[]> examples = new ArrayList<>();
    do {
      examples.add(ExampleFeatures.read(reader));
    } while (reader.next());
    return ExampleStrings.of(context, examples);
  }
}
