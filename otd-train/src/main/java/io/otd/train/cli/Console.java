package io.otd.train.cli;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Where a command writes. With a JSON answer, standard output holds nothing else.
 *
 * @param out standard output
 * @param err standard error
 * @param terminal whether standard error is a terminal
 * @param interruption tells whether the user wants to stop
 * @param warned texts of the warnings given so far, which are not given again
 */
record Console(
    PrintStream out,
    PrintStream err,
    BooleanSupplier terminal,
    Interruption interruption,
    Set<String> warned) {
  /** A console that has not warned yet. */
  Console(PrintStream out, PrintStream err, BooleanSupplier terminal, Interruption interruption) {
    this(out, err, terminal, interruption, ConcurrentHashMap.newKeySet());
  }

  /** Something a user should know besides the answer. */
  void note(String text) {
    err.println(text);
  }

  /** A warning; the same text only once, however many programs have the same to say. */
  void warn(String text) {
    if (warned.add(text)) {
      err.println("otd: warning: " + text);
    }
  }
}
