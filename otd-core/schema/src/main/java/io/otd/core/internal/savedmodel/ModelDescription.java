// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.check.Check;
import io.otd.core.internal.files.StrictJson;

/**
 * The specification of a model in the description of an export: JSON, of which predictors need only
 * the sizes. Graph builders read it {@linkplain #as whole}.
 *
 * @param json inputs, outputs, network, masks and output law
 */
public record ModelDescription(@JsonValue JsonNode json) {
  /** Type of a network that has trees instead of layers. */
  private static final String FOREST = "forest";

  /** Type of a network that sums over the trees of such a one. */
  private static final String BOOSTED = "boosted_forest";

  /** Values per row and draw on the way through a tree. */
  private static final int OF_FOREST = 8;

  /** Checks the sizes. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ModelDescription {
    requireSize("inputs", json.path("inputs"));
    requireSize("outputs", json.path("outputs"));
    JsonNode network = json.path("network");
    if (forest(json)) {
      requireSize("network.trees", network.path("trees"));
    } else if (boosted(json)) {
      requireSize("network.forest.trees", network.path("forest").path("trees"));
    } else {
      requireWidths(network.path("hidden"));
    }
  }

  private static void requireWidths(JsonNode hidden) {
    Check.that(hidden.isArray() && !hidden.isEmpty(), "network.hidden", hidden, "widths of layers");
    hidden.forEach(width -> requireSize("network.hidden", width));
  }

  private static boolean forest(JsonNode json) {
    return json.path("network").path("type").asText().equals(FOREST);
  }

  private static boolean boosted(JsonNode json) {
    return json.path("network").path("type").asText().equals(BOOSTED);
  }

  private static void requireSize(String name, JsonNode size) {
    Check.that(size.isInt() && size.intValue() >= 1, name, size, ">= 1");
  }

  /**
   * Describes a specification.
   *
   * @param specification a record with these components
   */
  public static ModelDescription of(Object specification) {
    return new ModelDescription(StrictJson.tree(specification));
  }

  /**
   * The whole specification.
   *
   * @throws IllegalArgumentException naming the place, if something in it is unknown, missing or
   *     out of range
   */
  public <T> T as(Class<T> type) {
    return StrictJson.value(json, type);
  }

  /** d_x. */
  public int inputs() {
    return json.path("inputs").intValue();
  }

  /** d_y. */
  public int outputs() {
    return json.path("outputs").intValue();
  }

  /** Trees that each row goes down, whatever the number of draws. */
  private int trees() {
    return json.path("network").path("forest").path("trees").intValue();
  }

  /**
   * Maximum number of rows of a call, so that its activations stay within some tens of megabytes.
   *
   * @param draws S
   * @param members M, of which each row goes down all boosted trees
   * @return at least 1
   */
  public int rowsAtATime(int draws, int members) {
    long widest = forest(json) ? OF_FOREST : 1;
    for (JsonNode width : json.path("network").path("hidden")) {
      widest = Math.max(widest, width.intValue());
    }
    // In the leaves, location and scale of each target.
    long ofTree = Math.max(OF_FOREST, 2L * outputs());
    long inTrees = boosted(json) ? ofTree * trees() * members : 0;
    return (int) Math.max(1, (8L << 20) / Math.max(draws * widest, inTrees));
  }
}
