// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Memory of processes, of which Java sees only part. */
public final class ResidentMemory {
  private ResidentMemory() {}

  /** Resident bytes of this process. */
  public static long now() throws IOException {
    return of(ProcessHandle.current().pid());
  }

  /** Resident bytes of a process. */
  public static long of(long process) throws IOException {
    return Files.readAllLines(status(process)).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElseThrow();
  }

  private static Path status(long process) {
    return Path.of("/proc/" + process + "/status");
  }

  /**
   * Runs a program in a process of its own, whose heap is fully resident from the start: any other
   * heap grows as garbage accumulates, and grows more on larger machines. Skips the test where the
   * system does not report the memory of a process.
   *
   * @param program a main class whose last line of output is a number of bytes
   * @param log file for its other output
   * @param arguments for the program
   */
  public static long printedBy(
      Class<?> program, int heapMebibytes, Path log, List<String> arguments)
      throws IOException, InterruptedException {
    Path status = status(ProcessHandle.current().pid());
    assumeTrue(Files.isReadable(status), "no " + status + " on this system");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms%dm".formatted(heapMebibytes),
                "-Xmx%dm".formatted(heapMebibytes),
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-Dorg.bytedeco.javacpp.maxphysicalbytes=0",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    // Otherwise each thread may have its own arena, and more cores mean more threads.
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process process = builder.redirectError(log.toFile()).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return Long.parseLong(lines.get(lines.size() - 1));
  }
}
