// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Python in a separate process: {@code OTD_PYTHON}, or {@code python3}.
 *
 * @param command the interpreter
 * @param folder for scripts and their output
 */
public record Python(String command, Path folder) {
  private static final String RESULT = "RESULT ";

  /** Fails if one of the modules, or a package in which it would be, is absent. */
  private static final String FIND =
      "import sys; from importlib.util import find_spec;"
          + " sys.exit(not all(map(find_spec, sys.argv[1].split(','))))";

  /** The exit code of a process and its output. */
  public record Finished(int exit, String output) {}

  /** The interpreter to test with. */
  public static Python in(Path folder) {
    return new Python(Optional.ofNullable(System.getenv("OTD_PYTHON")).orElse("python3"), folder);
  }

  /** The interpreter to test with; the test is skipped where it lacks one of some modules. */
  public static Python with(Path folder, String... modules)
      throws IOException, InterruptedException {
    Python python = in(folder);
    assumeTrue(python.has(modules), python.lacking(String.join(", ", modules)));
    return python;
  }

  /** Why a test is skipped. */
  String lacking(String modules) {
    return "no %s in %s (set OTD_PYTHON to a Python with it)".formatted(modules, command);
  }

  /**
   * Whether all of some modules are installed. They are not imported, which takes TensorFlow ten
   * seconds.
   */
  public boolean has(String... modules) throws IOException, InterruptedException {
    return run("-c", FIND, String.join(",", modules)).exit() == 0;
  }

  /**
   * Runs a script of this package and reads the line of JSON that it prints after {@code RESULT}.
   *
   * @param script name of the resource
   */
  public JsonNode result(String script, String... arguments)
      throws IOException, InterruptedException {
    Path file = folder.resolve(script);
    Files.write(file, ClassResource.bytes(Python.class, script));
    List<String> all = new ArrayList<>(List.of(file.toString()));
    all.addAll(List.of(arguments));
    Finished finished = run(all.toArray(String[]::new));
    assertThat(finished.exit()).as(finished.output()).isZero();
    String line =
        finished.output().lines().filter(l -> l.startsWith(RESULT)).findFirst().orElseThrow();
    return new ObjectMapper().readTree(line.substring(RESULT.length()));
  }

  /** Runs a script that makes a number of unit tests, all of which must pass. */
  public void passes(int tests, String... script) throws IOException, InterruptedException {
    Finished finished = run(script);
    assertThat(finished.exit()).as(finished.output()).isZero();
    assertThat(finished.output()).contains("Ran " + tests + " tests");
  }

  /** Runs the interpreter. */
  public Finished run(String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(arguments));
    Path output = Files.createTempFile(folder, "python", ".log");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile());
      // The flags for TensorFlow in the JVM are not for TensorFlow in Python.
      builder.environment().remove("XLA_FLAGS");
      int exit = builder.start().waitFor();
      return new Finished(exit, Files.readString(output));
    } catch (IOException e) {
      return new Finished(-1, e.toString());
    }
  }
}
