// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Locale;

/** The elements of one tensor while they are read, one after the other. */
abstract class ElementValues {
  private final String type;

  /**
   * None yet.
   *
   * @param type as TensorFlow names it in messages
   */
  ElementValues(String type) {
    this.type = type;
  }

  /** None yet. */
  static ElementValues of(DeclaredTensor declared) {
    if (declared.type().isEmpty()) {
      return new RefusedValues(declared.dtype().replaceFirst("^DT_", "").toLowerCase(Locale.ROOT));
    }
    ElementType type = declared.type().get();
    return switch (type) {
      case STRING -> new StringValues();
      case HALF, BFLOAT16, UINT16 -> new RefusedValues(type.text());
      default -> new NumberValues(type);
    };
  }

  final String type() {
    return type;
  }

  /**
   * Reads one element, at which the reader stands; it is not a list.
   *
   * @throws ServingException INVALID_ARGUMENT, if it is of another type or out of range;
   *     UNIMPLEMENTED, if JSON cannot carry the type
   */
  abstract void add(JsonReader reader);

  /** All that were read; no more may be added. */
  abstract HostTensor tensor(long... shape);

  /** The error for the value here. */
  final ServingException refusal(JsonReader reader) {
    return reader.refusal(
        "Type: %s is not of expected type: %s".formatted(reader.kind().text(), type));
  }
}
