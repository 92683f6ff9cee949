// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows with the same categories in some columns.
 *
 * @param categories by column, in one order for all groups; empty for rows of no group
 */
public record RowGroup(@JsonValue Map<String, String> categories) {
  /** Rows of which a category is missing or unknown. */
  public static final RowGroup NONE = new RowGroup(Map.of());

  /** Keeps the order. */
  @JsonCreator
  public RowGroup {
    categories = Collections.unmodifiableMap(new LinkedHashMap<>(categories));
  }

  /** Names of the columns, in order. */
  public List<String> columns() {
    return List.copyOf(categories.keySet());
  }

  /** Such as {@code red, 2023}. */
  public String label() {
    return String.join(", ", categories.values());
  }

  @Override
  public String toString() {
    return categories.toString();
  }
}
