// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * OpenML's description of a task.
 *
 * @param dataset number of its data set
 * @param target column to predict
 * @param splits where its splits are, if it has any
 */
record TaskDescription(int dataset, String target, Optional<URI> splits) {
  /** Reads the answer of the server. */
  static TaskDescription of(ServerAnswer answer) throws IOException {
    JsonNode task = answer.object("task");
    JsonNode source = input(task, "source_data").path("data_set");
    JsonNode procedure = input(task, "estimation_procedure").path("estimation_procedure");
    return new TaskDescription(
        answer.number(source, "data_set_id"),
        answer.text(source, "target_feature"),
        procedure.path("data_splits_url").asText("").isEmpty()
            ? Optional.empty()
            : Optional.of(answer.uri(procedure, "data_splits_url")));
  }

  private static JsonNode input(JsonNode task, String name) {
    for (JsonNode input : task.path("input")) {
      if (input.path("name").asText("").equals(name)) {
        return input;
      }
    }
    return task.path("no such input");
  }
}
