// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Map;

/**
 * The row form: a list of objects with one value per name, all names in each, or, if the signature
 * has one input, a list of its values. The rows of an input have one shape; they become a tensor
 * with the rows along a first axis.
 *
 * @param values receive the rows
 */
record InstanceRows(NamedValues values) {
  /** Reads a list that has been entered and is not empty. */
  Map<String, HostTensor> read(JsonReader reader) {
    boolean objects = isObject(reader);
    if (!objects && values.size() > 1) {
      throw ServingException.invalid(
          "instances is a plain list, but expecting list of objects as multiple input tensors"
              + " required as per tensorinfo_map");
    }
    int row = 0;
    do {
      if (objects) {
        object(reader, row);
      } else {
        plain(reader, row);
      }
      row++;
    } while (reader.next());
    return values.tensors(NestedValues::batch);
  }

  private static boolean isObject(JsonReader reader) {
    return reader.kind() == JsonKind.OBJECT && !reader.isBase64();
  }

  private void plain(JsonReader reader, int row) {
    if (isObject(reader)) {
      throw ServingException.invalid(
          "Expecting value/list but got object at item %s of input list".formatted(row));
    }
    try {
      values.read(0, reader);
    } catch (ServingException e) {
      throw failed(row, "", e);
    }
  }

  private void object(JsonReader reader, int row) {
    if (!isObject(reader)) {
      throw ServingException.invalid(
          "Expecting object but got list at item %s of input list".formatted(row));
    }
    int start = reader.start();
    reader.members(name -> member(name, reader, row));
    for (int input = 0; input < values.size(); input++) {
      if (!values.isMarked(input, row + 1)) {
        throw ServingException.invalid(
            "Failed to process element: %s of 'instances' list. JSON object: %s keys must be equal to: %s"
                .formatted(row, reader.sliceFrom(start).shown(), values.names()));
      }
    }
  }

  private void member(String name, JsonReader reader, int row) {
    int input = values.find(name);
    if (input < 0) {
      throw failed(
          row,
          " key: " + name,
          ServingException.invalid("JSON object: does not have named input: " + name));
    }
    try {
      if (!values.mark(input, row + 1)) {
        throw ServingException.invalid("JSON object: has the named input twice");
      }
      values.read(input, reader);
    } catch (ServingException e) {
      throw failed(row, " key: " + name, e);
    }
  }

  /** As TensorFlow Serving reports any problem in a row: INVALID_ARGUMENT. */
  private static ServingException failed(int row, String key, ServingException cause) {
    return ServingException.invalid(
        "Failed to process element: %s%s of 'instances' list. Error: %s: %s"
            .formatted(row, key, cause.code(), cause.getMessage()));
  }
}
