// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.BriefJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a separate process. */
final class OtdCommandLine {
  private OtdCommandLine() {}

  /**
   * Runs a command that has to succeed.
   *
   * @param log receives its progress output
   * @param arguments of {@code otd}; {@code --json} is added
   * @return its JSON output
   */
  static JsonNode answer(Path log, String... arguments) throws IOException, InterruptedException {
    List<String> withJson = new ArrayList<>(List.of(arguments));
    withJson.add("--json");
    Process process =
        new ProcessBuilder(command(withJson.toArray(String[]::new)))
            .redirectError(log.toFile())
            .start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  /**
   * Starts a command; the caller ends it or waits for its end.
   *
   * @param log receives its output
   * @param arguments of {@code otd}
   */
  static Process start(Path log, String... arguments) throws IOException {
    return new ProcessBuilder(command(arguments))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static List<String> command(String... arguments) {
    return BriefJvm.command(BriefJvm.onClassPath("io.otd.app.OtdMain", arguments));
  }
}
