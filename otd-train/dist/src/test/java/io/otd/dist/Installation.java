// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The archive, unpacked for a user with an empty home, and with a path to the tools of a small
 * system only: no Maven, no compiler.
 *
 * @param root the unpacked archive
 * @param home empty at first
 * @param tools the only folder on the path
 */
record Installation(Path root, Path home, Path tools) {
  private static final List<String> TOOLS =
      List.of(
          "sh", "sed", "grep", "find", "head", "dirname", "basename", "readlink", "mkdir", "rm");

  static Installation under(Path folder) throws IOException, InterruptedException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Path found = Path.of(Command.in(folder, "sh", "-c", "command -v " + tool).lines().get(0));
      Files.createSymbolicLink(tools.resolve(tool), found.toRealPath());
    }
    Command.in(folder, "tar", "-xzf", Release.ARCHIVE).lines();
    return new Installation(
        folder.resolve("otd-" + Release.VERSION),
        Files.createDirectories(folder.resolve("home")),
        tools);
  }

  /** A command {@code otd}, on the Java that runs the tests. */
  Command otd(Object... arguments) {
    Path java = Path.of(System.getProperty("java.home"));
    return Command.in(home, arguments)
        .after(List.of(root.resolve("bin/otd").toString()))
        .withNoEnvironmentBut(
            Map.of(
                "PATH", tools.toString(), "HOME", home.toString(), "JAVA_HOME", java.toString()));
  }
}
