// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.train.internal.result.JsonObject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The result of a command.
 *
 * @param exitCode 0, {@link #DIVERGED}, or 130 if it was interrupted
 * @param json the answer with {@code --json}
 */
public record Answer(int exitCode, Map<String, ?> json) {
  /** Exit code if runs diverged, so that results are missing. */
  public static final int DIVERGED = 1;

  /** The answer of a command that succeeded. */
  public static Answer ok(Map<String, ?> json) {
    return new Answer(0, json);
  }

  /** The answer of a command that succeeded, as an object. */
  public static Answer ok(JsonObject json) {
    return ok(json.tree());
  }

  /** The answer of an interrupted command that left nothing. */
  public static Answer interrupted() {
    return new Answer(Interruption.EXIT_CODE, Map.of("status", "interrupted"));
  }

  /**
   * The answer of an interrupted command that can be resumed.
   *
   * @param how progress so far, in words
   * @param directory that holds what is done
   * @param done the same for programs, by its name; possibly nothing
   * @param resume the command that resumes the run
   * @param say receives the answer's lines
   */
  public static Answer interrupted(
      String how, Path directory, Map<String, ?> done, String resume, Consumer<String> say) {
    say.accept(how + "; to resume:");
    say.accept("  " + resume);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.putAll(done);
    json.put("resume", resume);
    return new Answer(Interruption.EXIT_CODE, json);
  }
}
