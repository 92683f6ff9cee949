// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.app.flags.SettingFlags;
import io.otd.app.output.OutputEndedException;
import io.otd.core.internal.nativelibrary.NativeLog;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.JsonText;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** The common part of all commands: output and errors. */
public abstract class OtdCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--json",
      description = "Print the result as one JSON object, the last line of standard output.")
  private boolean json;

  @Option(
      names = "--debug",
      description = "Print stack traces of errors, and the log of TensorFlow's library.")
  private boolean debug;

  /** A command that writes to a console. */
  protected OtdCommand(Console console) {
    this.console = console;
  }

  /**
   * Does the work.
   *
   * @throws Exception any failure, see {@link Failure}
   */
  public abstract Answer run() throws Exception;

  @Override
  public final Integer call() {
    if (debug) {
      System.setProperty(NativeLog.PROPERTY, NativeLog.ALL);
    }
    try {
      Answer answer = run();
      if (json) {
        console.out().println(JsonText.of(answer.json()));
      }
      return answer.exitCode();
    } catch (OutputEndedException e) {
      return 0; // The process knows why, and its exit code.
    } catch (Exception | Error e) {
      return failed(e);
    }
  }

  private int failed(Throwable thrown) {
    Failure failure = Failure.of(thrown).naming(options());
    failure.print(console.err());
    if (debug) {
      thrown.printStackTrace(console.err());
    }
    if (json) {
      console.out().println(JsonText.of(errorJson(failure)));
    }
    return failure.exitCode();
  }

  /** The options that were typed, by what a problem calls their values. */
  protected Map<String, String> options() {
    return this instanceof SettingFlags.Owner owner ? owner.flags().typed() : Map.of();
  }

  /** A failure as the answer with {@code --json}. */
  public static Map<String, Object> errorJson(Failure failure) {
    return new JsonObject()
        .with("status", "error")
        .with(
            "error",
            new JsonObject().with("kind", failure.kind()).with("problems", failure.problems()))
        .tree();
  }

  /** Where the command writes. */
  public final Console console() {
    return console;
  }

  /** Whether the answer is JSON, and standard output therefore reserved. */
  protected final boolean json() {
    return json;
  }

  /** Part of the answer for a reader. */
  protected final void say(String text) {
    (json ? console.err() : console.out()).println(text);
  }
}
