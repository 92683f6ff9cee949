// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An object of parameters by name, each a text, a number or a truth value. One that is null is as
 * if it were not there, and so is an object that is null.
 */
final class JsonParameters {
  /** No parameters. */
  static final JsonParameters NONE = new JsonParameters("", Map.of());

  private final String place;
  private final Map<String, JsonReader> values;

  private JsonParameters(String place, Map<String, JsonReader> values) {
    this.place = place;
    this.values = values;
  }

  /**
   * Reads them.
   *
   * @param place of the parameters, for error messages
   * @param reader at the object, moves over it
   */
  static JsonParameters read(String place, JsonReader reader) {
    if (reader.kind() == JsonKind.NULL) {
      reader.skip();
      return NONE;
    }
    reader.require(reader.kind() == JsonKind.OBJECT, place + "parameters", "an object");
    Map<String, JsonReader> values = new LinkedHashMap<>();
    reader.members(
        name -> {
          if (reader.kind() != JsonKind.NULL) {
            values.put(name, reader.copy());
          }
          reader.skip();
        });
    return new JsonParameters(place, values);
  }

  /** Their names. */
  Set<String> names() {
    return values.keySet();
  }

  /** A text; nothing if it is not there. */
  Optional<String> text(String name) {
    JsonReader reader = values.get(name);
    if (reader == null) {
      return Optional.empty();
    }
    if (reader.kind() != JsonKind.STRING) {
      throw refusal(name, "a text");
    }
    return Optional.of(reader.copy().text());
  }

  /** A truth value; nothing if it is not there. */
  Optional<Boolean> flag(String name) {
    JsonReader reader = values.get(name);
    if (reader == null) {
      return Optional.empty();
    }
    JsonKind kind = reader.kind();
    if (kind != JsonKind.TRUE && kind != JsonKind.FALSE) {
      throw refusal(name, "true or false");
    }
    return Optional.of(kind == JsonKind.TRUE);
  }

  /** A number of bytes; nothing if it is not there. */
  OptionalLong size(String name) {
    JsonReader reader = values.get(name);
    if (reader == null) {
      return OptionalLong.empty();
    }
    if (reader.kind() != JsonKind.NUMBER
        || !reader.number().isLong()
        || reader.number().bits() < 0) {
      throw refusal(name, "an integer, >= 0");
    }
    return OptionalLong.of(reader.number().bits());
  }

  /** Rejects a parameter that would change the meaning of the request. */
  void refuse(String name) {
    if (values.containsKey(name)) {
      throw refusal(name, "none; not offered");
    }
  }

  private ServingException refusal(String name, String expected) {
    JsonReader reader = values.get(name);
    return JsonDocument.invalid(
        "%sparameter %s: %s (expected: %s)"
            .formatted(place, name, reader == null ? "none" : reader.shown(), expected));
  }
}
