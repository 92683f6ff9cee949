// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.app.progress.CountBar;
import io.otd.app.progress.CountLines;
import io.otd.app.progress.CountProgress;
import io.otd.app.progress.RunsDisplay;
import io.otd.train.progress.RunsLines;
import io.otd.train.progress.RunsProgress;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The output of a command. With a JSON answer, standard output holds nothing else.
 *
 * @param out standard output
 * @param err standard error
 * @param terminal whether standard error is a terminal
 * @param interruption whether the user wants to stop
 * @param warned texts of earlier warnings, which are not repeated
 */
public record Console(
    PrintStream out,
    PrintStream err,
    BooleanSupplier terminal,
    Interruption interruption,
    Set<String> warned) {
  /** A console that has not warned yet. */
  public Console(
      PrintStream out, PrintStream err, BooleanSupplier terminal, Interruption interruption) {
    this(out, err, terminal, interruption, ConcurrentHashMap.newKeySet());
  }

  /** Something a user should know besides the answer. */
  public void note(String text) {
    err.println(text);
  }

  /**
   * Shows the progress of several runs: one line on a terminal, plain lines elsewhere.
   *
   * @param runs how many there are
   * @param atOnce how many work at a time
   */
  public RunsProgress progress(int runs, int atOnce) {
    return terminal.getAsBoolean()
        ? new RunsDisplay(err, runs)
        : new RunsLines(this::note, Clock.systemUTC(), Math.min(runs, atOnce));
  }

  /**
   * Shows the progress of a count: a bar on a terminal, plain lines at intervals elsewhere.
   *
   * @param things what is counted, such as {@code fields}
   * @param done what becomes of them, such as {@code solved}
   * @param all how many there will be
   */
  public CountProgress counting(String things, String done, long all) {
    return terminal.getAsBoolean()
        ? new CountBar(things + " " + done, all, err)
        : new CountLines(things, done, this::note, Clock.systemUTC());
  }

  /** A warning; the same text is printed only once, for any number of programs. */
  public void warn(String text) {
    if (warned.add(text)) {
      err.println("otd: warning: " + text);
    }
  }
}
