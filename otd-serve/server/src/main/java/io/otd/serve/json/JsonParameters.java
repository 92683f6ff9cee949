// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An object of parameters by name, each a text, a number or a truth value. One that is null is as
 * if it were not there, and so is an object that is null.
 *
 * @param place of the parameters, for error messages
 * @param values by name
 */
record JsonParameters(String place, Map<String, JsonSlice> values) {
  /** No parameters. */
  static final JsonParameters NONE = new JsonParameters("", Map.of());

  /**
   * Reads them.
   *
   * @param place of the parameters, for error messages
   * @param reader at the object, moves over it
   */
  static JsonParameters read(String place, JsonReader reader) {
    if (reader.kind() == JsonKind.NULL) {
      return NONE;
    }
    reader.require(reader.kind() == JsonKind.OBJECT, place + "parameters", "an object");
    Map<String, JsonSlice> values = new LinkedHashMap<>();
    reader.members(
        name -> {
          if (reader.kind() != JsonKind.NULL) {
            values.put(name, reader.slice());
          }
        });
    return new JsonParameters(place, values);
  }

  /** Their names. */
  Set<String> names() {
    return values.keySet();
  }

  /** A text; nothing if it is not there. */
  Optional<String> text(String name) {
    return value(name, "a text", r -> r.kind() == JsonKind.STRING, JsonReader::text);
  }

  /** A truth value; nothing if it is not there. */
  Optional<Boolean> flag(String name) {
    return value(name, "true or false", JsonReader::isFlag, JsonReader::flag);
  }

  /** A number of bytes; nothing if it is not there. */
  Optional<Long> size(String name) {
    return value(
        name, "an integer, >= 0", r -> r.isLong() && r.integer() >= 0, JsonReader::integer);
  }

  private <T> Optional<T> value(
      String name, String expected, Predicate<JsonReader> allowed, Function<JsonReader, T> read) {
    JsonSlice slice = values.get(name);
    if (slice == null) {
      return Optional.empty();
    }
    JsonReader reader = slice.reader();
    if (!allowed.test(reader)) {
      throw refusal(name, slice, expected);
    }
    return Optional.of(read.apply(reader));
  }

  /** Rejects a parameter that would change the meaning of the request. */
  void refuse(String name) {
    JsonSlice slice = values.get(name);
    if (slice != null) {
      throw refusal(name, slice, "none; not offered");
    }
  }

  private ServingException refusal(String name, JsonSlice value, String expected) {
    return ServingException.invalid(
        "%sparameter %s: %s (expected: %s)".formatted(place, name, value.shown(), expected));
  }
}
