// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Memory of processes, of which Java sees only a part. */
public final class ResidentMemory {
  private ResidentMemory() {}

  /** Bytes of this process that are in memory. */
  public static long now() throws IOException {
    return of(ProcessHandle.current().pid());
  }

  /** Bytes of a process that are in memory. */
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
   * Runs a program in a process of its own, whose heap is all there from the start: another heap
   * takes memory of the system as garbage comes, the more the larger the machine. Skips the test
   * where the system does not tell what a process takes.
   *
   * @param program a main class whose last line of output is a number of bytes
   * @param heapMebibytes of the heap
   * @param log file for what it says besides
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
    // Else each thread may have an arena of its own, and there are more threads on more cores.
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process process = builder.redirectError(log.toFile()).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return Long.parseLong(lines.get(lines.size() - 1));
  }
}
