// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.settings.NonFinite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the reply of a predict request, in the form that the request had.
 *
 * @param nonFinite how numbers that are not finite are written
 */
public record PredictReplyJson(NonFinite nonFinite) {
  private static final int BYTES_PER_ELEMENT = 13;

  /**
   * The reply.
   *
   * @param outputs by name, in the order in which they are written
   * @return UTF-8
   * @throws ServingException INVALID_ARGUMENT, if there are none, JSON cannot carry one's type, or
   *     they do not have as many rows each in the row form
   */
  public byte[] write(PredictFormat format, Map<String, HostTensor> outputs) {
    if (outputs.isEmpty()) {
      throw ServingException.invalid("Cannot convert empty tensor map to JSON");
    }
    long elements = outputs.values().stream().mapToLong(HostTensor::elements).sum();
    JsonBytes json = new JsonBytes(nonFinite, 64 + BYTES_PER_ELEMENT * elements);
    switch (format) {
      case ROW -> rows(outputs, json);
      case COLUMN -> columns(outputs, json);
    }
    return json.toByteArray();
  }

  private static void columns(Map<String, HostTensor> outputs, JsonBytes json) {
    json.raw("{\n    \"outputs\": ");
    boolean object = outputs.size() > 1;
    String before = object ? "{\n        " : "";
    for (Map.Entry<String, HostTensor> output : outputs.entrySet()) {
      json.raw(before);
      if (object) {
        json.string(output.getKey()).raw(": ");
      }
      new TensorText(output.getKey(), output.getValue(), json).write(0);
      before = ",\n        ";
    }
    json.raw(object ? "\n    }\n}" : "\n}");
  }

  private static void rows(Map<String, HostTensor> outputs, JsonBytes json) {
    long rows = rows(outputs);
    List<TensorText> texts = new ArrayList<>();
    outputs.forEach((name, tensor) -> texts.add(new TensorText(name, tensor, json)));
    json.raw("{\n    \"predictions\": [");
    if (outputs.size() == 1) {
      plain(texts.get(0), rows, json);
    } else {
      objects(List.copyOf(outputs.keySet()), texts, rows, json);
    }
    json.raw(rows > 0 ? "\n    ]\n}" : "]\n}");
  }

  private static void plain(TensorText text, long rows, JsonBytes json) {
    for (long row = 0; row < rows; row++) {
      if (row > 0) {
        json.raw(", ");
      }
      text.write(1);
    }
  }

  private static void objects(
      List<String> names, List<TensorText> texts, long rows, JsonBytes json) {
    for (long row = 0; row < rows; row++) {
      json.raw(row > 0 ? ",\n        {" : "\n        {");
      for (int i = 0; i < texts.size(); i++) {
        json.raw(i > 0 ? ",\n            " : "\n            ").string(names.get(i)).raw(": ");
        texts.get(i).write(1);
      }
      json.raw("\n        }");
    }
  }

  /** Number of rows of all outputs. */
  private static long rows(Map<String, HostTensor> outputs) {
    long rows = -1;
    for (Map.Entry<String, HostTensor> output : outputs.entrySet()) {
      String name = output.getKey();
      HostTensor tensor = output.getValue();
      if (tensor.rank() == 0) {
        throw ServingException.invalid("Tensor name: %s has no shape information ".formatted(name));
      }
      if (rows >= 0 && tensor.size(0) != rows) {
        throw ServingException.invalid(
            "Tensor name: %s has inconsistent batch size: %s expecting: %s"
                .formatted(name, tensor.size(0), rows));
      }
      rows = tensor.size(0);
    }
    return rows;
  }
}
