// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;

/**
 * A JSON answer of the server, parsed with checks: a missing member is reported by name.
 *
 * @param from the requested address
 * @param tree the answer
 */
record ServerAnswer(URI from, JsonNode tree) {
  /**
   * Reads an answer.
   *
   * @throws IOException if it is not JSON
   */
  static ServerAnswer of(URI from, byte[] body) throws IOException {
    try {
      return new ServerAnswer(from, new JsonMapper().readTree(body));
    } catch (JsonProcessingException e) {
      throw new IOException(from + ": an answer that is not JSON (expected: one of OpenML's)", e);
    }
  }

  JsonNode object(String name) throws IOException {
    JsonNode node = tree.path(name);
    if (!node.isObject()) {
      throw missing(name);
    }
    return node;
  }

  String text(JsonNode node, String name) throws IOException {
    String text = node.path(name).asText("").strip();
    if (text.isEmpty()) {
      throw missing(name);
    }
    return text;
  }

  int number(JsonNode node, String name) throws IOException {
    try {
      return Integer.parseInt(text(node, name));
    } catch (NumberFormatException e) {
      throw missing(name);
    }
  }

  URI uri(JsonNode node, String name) throws IOException {
    try {
      return from.resolve(text(node, name));
    } catch (IllegalArgumentException e) {
      throw missing(name);
    }
  }

  private IOException missing(String name) {
    return new IOException(
        "%s: an answer without a proper \"%s\" (expected: one of OpenML's)".formatted(from, name));
  }
}
