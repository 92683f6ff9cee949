// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.schema.TargetSupport;

/** Brings columns in documents of older versions to the form of today. */
public final class OlderColumns {
  private OlderColumns() {}

  /**
   * An input column of a version before piecewise linear encodings.
   *
   * @param column its tree, changed
   */
  public static void withoutPieces(JsonNode column) {
    if (column.path("type").asText().equals("numeric")) {
      ((ObjectNode) column).putArray("pieces");
    }
    column.path("parts").forEach(part -> ((ObjectNode) part.path("number")).putArray("pieces"));
  }

  /**
   * A target column of a version before bounds and lattices.
   *
   * @param column its tree, changed
   */
  public static void withoutSupport(JsonNode column) {
    ((ObjectNode) column).set("support", StrictJson.tree(TargetSupport.REAL));
  }
}
