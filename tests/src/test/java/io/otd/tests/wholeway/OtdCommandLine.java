package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own. */
final class OtdCommandLine {
  private OtdCommandLine() {}

  /**
   * Runs a command that has to succeed.
   *
   * @param log takes what it says on the way
   * @param arguments of {@code otd}; {@code --json} is added
   * @return its answer
   */
  static JsonNode answer(Path log, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.otd.train.cli.Otd");
    command.addAll(List.of(arguments));
    command.add("--json");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
