// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.table.problem.Quoted;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A command that a user can paste into the shell that this one was started from. */
public final class ShellCommand {
  /** The system property that holds the launcher's name. */
  private static final String LAUNCHER = "otd.command";

  private ShellCommand() {}

  /**
   * The command line {@code otd}, under the name it was called by.
   *
   * @param words its arguments, which are quoted where the shell needs it
   */
  public static String otd(Object... words) {
    return Quoted.forShell(System.getProperty(LAUNCHER, "otd"))
        + Arrays.stream(words)
            .map(word -> " " + Quoted.forShell(word.toString()))
            .collect(Collectors.joining());
  }
}
