// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.table.internal.download.Downloads;
import io.otd.table.internal.download.RefusedException;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * OpenML's interface for programs, version 1.
 *
 * @param base its address, e.g. {@code https://www.openml.org}
 * @param downloads fetches
 */
public record OpenMlServer(URI base, Downloads downloads) {
  /** The address of OpenML. */
  public static final URI STANDARD = URI.create("https://www.openml.org");

  DatasetDescription dataset(int id) throws IOException {
    return DatasetDescription.of(ask("data", id));
  }

  TaskDescription task(int id) throws IOException {
    return TaskDescription.of(ask("task", id));
  }

  void file(URI from, Path to, Optional<String> md5) throws IOException {
    try {
      downloads.file(from, to, md5);
    } catch (RefusedException e) {
      throw refused(from, e);
    }
  }

  private ServerAnswer ask(String kind, int id) throws IOException {
    URI address = URI.create("%s/api/v1/json/%s/%s".formatted(base, kind, id));
    try {
      return ServerAnswer.of(address, downloads.bytes(address));
    } catch (RefusedException e) {
      throw refused(address, e);
    }
  }

  /** OpenML reports errors in JSON, with status 412 or 404. */
  private static InputException refused(URI address, RefusedException e) {
    String said = "";
    try {
      JsonNode error =
          ServerAnswer.of(address, e.body().getBytes(StandardCharsets.UTF_8)).tree().path("error");
      said = error.path("message").asText("");
      String more = error.path("additional_information").asText("");
      said = more.isEmpty() ? said : said + ", " + more;
    } catch (IOException notJson) {
      said = "";
    }
    return new InputException(
        "%s: %s(HTTP status %s)".formatted(address, said.isEmpty() ? "" : said + " ", e.status()));
  }
}
