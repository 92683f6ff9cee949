// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a separate process. */
public final class OtdProcess {
  private OtdProcess() {}

  /**
   * Starts it.
   *
   * @param folder working directory
   * @param jvm options of the virtual machine; the last of several class paths takes effect
   * @param args of the command line
   */
  public static Process start(Path folder, List<String> jvm, List<String> args) throws IOException {
    return of(folder, jvm, args).start();
  }

  /** One that is not started, for redirections. */
  static ProcessBuilder of(Path folder, List<String> jvm, List<String> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // For short-lived processes: see the POM.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    // As in the launcher: see there.
    command.add("--enable-native-access=ALL-UNNAMED");
    if (Runtime.version().feature() >= 23) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(jvm);
    command.add("io.otd.app.OtdMain");
    command.addAll(args);
    return new ProcessBuilder(command).directory(folder.toFile());
  }
}
