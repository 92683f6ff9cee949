// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.ALWAYS;
import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results as JSON. */
public final class JsonText {
  private static final ObjectMapper RECORDS =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(JsonInclude.Value.construct(NON_NULL, ALWAYS))
          .build();

  private JsonText() {}

  /**
   * The line; numbers that JSON cannot hold become null.
   *
   * @param value of maps, lists, numbers, booleans, texts and null
   */
  public static String of(Object value) {
    try {
      return new ObjectMapper().writeValueAsString(strict(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A record as a tree of maps, lists, numbers and texts, its components by their names in snake
   * case; a component that is null is left out.
   *
   * @param document a record or a map, of records, lists, maps, numbers and texts
   */
  public static Map<String, Object> tree(Object document) {
    return RECORDS.convertValue(document, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  private static Object strict(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> result = new LinkedHashMap<>();
      map.forEach((k, v) -> result.put(String.valueOf(k), strict(v)));
      return result;
    }
    if (value instanceof List<?> list) {
      List<Object> result = new ArrayList<>();
      list.forEach(v -> result.add(strict(v)));
      return result;
    }
    if (value instanceof Double d && !Double.isFinite(d)) {
      return NullNode.getInstance();
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value;
    }
    return value == null ? NullNode.getInstance() : String.valueOf(value);
  }
}
