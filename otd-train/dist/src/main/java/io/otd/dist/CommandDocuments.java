// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import io.otd.app.OtdMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Completion of the commands for shells, and their manual pages. */
public final class CommandDocuments {
  private static final String NAME = "otd";
  // picocli's script detects which of the two shells runs it.
  private static final String ZSH_HEADER = "#compdef " + NAME + "\n";

  private CommandDocuments() {}

  /**
   * Writes {@code completions/otd} for bash, {@code completions/_otd} for zsh, and {@code
   * pages/*.adoc}.
   *
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("arguments: " + args.length + " (expected: the folder)");
    }
    Path folder = Path.of(args[0]);
    CommandLine otd = OtdMain.commandLine();
    Path completions = Files.createDirectories(folder.resolve("completions"));
    String script = AutoComplete.bash(NAME, otd);
    Files.writeString(completions.resolve(NAME), script);
    Files.writeString(completions.resolve("_" + NAME), ZSH_HEADER + script);
    ManPageGenerator.generateManPage(
        Files.createDirectories(folder.resolve("pages")).toFile(),
        null,
        new boolean[0],
        false,
        otd.getCommandSpec());
  }
}
