// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON object that is put together: members in their order, those without a value left out. */
public final class JsonObject {
  private final Map<String, Object> members = new LinkedHashMap<>();

  /**
   * Adds a member.
   *
   * @param name as it is written
   * @param value a number, a text, a list, a map, a record or another object; null, or empty, for
   *     none
   */
  public JsonObject with(String name, @Nullable Object value) {
    Object found = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    if (found != null) {
      members.put(name, found);
    }
    return this;
  }

  /** Adds members. */
  public JsonObject with(Map<String, ?> more) {
    members.putAll(more);
    return this;
  }

  @JsonValue
  Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /** The object as a tree of maps, lists, numbers and texts. */
  public Map<String, Object> tree() {
    return JsonText.tree(members);
  }
}
