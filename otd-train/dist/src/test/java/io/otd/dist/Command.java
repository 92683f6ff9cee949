// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A command of the operating system.
 *
 * @param folder working directory
 * @param environment its whole environment; nothing is added to it
 * @param words the command
 */
record Command(Path folder, Map<String, String> environment, List<String> words) {
  static Command in(Path folder, Object... words) {
    return new Command(
        folder, System.getenv(), Arrays.stream(words).map(Object::toString).toList());
  }

  Command with(String variable, Object value) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(variable, value.toString());
    return new Command(folder, more, words);
  }

  Command withNoEnvironmentBut(Map<String, String> variables) {
    return new Command(folder, variables, words);
  }

  Command after(List<String> prefix) {
    return new Command(
        folder, environment, Stream.concat(prefix.stream(), words.stream()).toList());
  }

  /**
   * Starts; the caller ends it or waits for its end.
   *
   * @param log receives its output
   */
  Process start(Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(words));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** Runs a command that has to succeed; returns the lines of its output. */
  List<String> lines() throws IOException, InterruptedException {
    Path log = Files.createTempFile("command", ".log");
    try {
      int exit = start(log).waitFor();
      assertThat(exit).as(words + "\n" + Files.readString(log)).isZero();
      return Files.readAllLines(log);
    } finally {
      Files.delete(log);
    }
  }

  /** Its exit code. */
  int exitCode() throws IOException, InterruptedException {
    Path log = Files.createTempFile("command", ".log");
    try {
      return start(log).waitFor();
    } finally {
      Files.delete(log);
    }
  }

  /** Whether a program of this name is on the path. */
  static boolean exists(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
