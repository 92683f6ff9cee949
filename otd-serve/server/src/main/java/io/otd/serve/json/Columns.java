// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Map;

/**
 * The column form: an object with a tensor a name, or, where the signature has one input, its
 * tensor alone. Names that the signature does not have are passed over.
 *
 * @param values receive the tensors
 */
record Columns(NamedValues values) {
  private static final int ONLY_ROW = 1;

  Map<String, HostTensor> read(JsonReader reader) {
    if (reader.kind() == JsonKind.OBJECT && !reader.isBase64()) {
      named(reader);
    } else if (values.size() > 1) {
      throw ServingException.invalid(
          "inputs is a plain value/list, but expecting an object as multiple input tensors required"
              + " as per tensorinfo_map");
    } else {
      values.read(0, reader);
    }
    return values.tensors(NestedValues::single);
  }

  private void named(JsonReader reader) {
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
