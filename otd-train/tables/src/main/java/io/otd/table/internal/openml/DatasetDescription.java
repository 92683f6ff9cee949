// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * OpenML's description of a data set.
 *
 * @param name of the data set
 * @param format of the file, e.g. {@code ARFF}
 * @param licence of the data, empty if unknown
 * @param file where the ARFF file is
 * @param md5 of the file, if it is known
 * @param target columns to predict by default
 * @param ignore columns to leave out: the numbers of the rows, and others
 */
record DatasetDescription(
    String name,
    String format,
    String licence,
    URI file,
    Optional<String> md5,
    List<String> target,
    List<String> ignore) {
  /** Reads the answer of the server. */
  static DatasetDescription of(ServerAnswer answer) throws java.io.IOException {
    JsonNode node = answer.object("data_set_description");
    return new DatasetDescription(
        answer.text(node, "name"),
        answer.text(node, "format"),
        node.path("licence").asText(""),
        answer.uri(node, "url"),
        Optional.of(node.path("md5_checksum").asText("")).filter(m -> !m.isEmpty()),
        names(node.path("default_target_attribute")),
        Stream.concat(
                names(node.path("row_id_attribute")).stream(),
                names(node.path("ignore_attribute")).stream())
            .distinct()
            .toList());
  }

  /** One name, a list, or names separated by commas: the server has all three. */
  private static List<String> names(JsonNode node) {
    if (node.isArray()) {
      return StreamSupport.stream(node.spliterator(), false).map(JsonNode::asText).toList();
    }
    return Arrays.stream(node.asText("").split(",", -1))
        .map(String::strip)
        .filter(n -> !n.isEmpty())
        .toList();
  }
}
