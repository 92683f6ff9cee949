// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.core.BriefJvm;
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
    List<String> words = new ArrayList<>();
    // As in the launcher: see there.
    words.add("--enable-native-access=ALL-UNNAMED");
    if (Runtime.version().feature() >= 23) {
      words.add("--sun-misc-unsafe-memory-access=allow");
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(jvm);
    words.add("io.otd.app.OtdMain");
    words.addAll(args);
    return new ProcessBuilder(BriefJvm.command(words)).directory(folder.toFile());
  }
}
