// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.problem.InputException;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The directory of a run's checkpoints and results. */
public final class RunFolder {
  /** Opens the directory of a run. */
  @FunctionalInterface
  private interface Opening {
    RunDirectory open(Settings settings, String name) throws IOException;
  }

  private final Opening opening;

  private RunFolder(Opening opening) {
    this.opening = opening;
  }

  /**
   * A directory, which is created if it does not exist. If it holds a run with the same settings, a
   * stopped run is resumed from its last checkpoint, and a finished one is loaded.
   */
  public static RunFolder at(Path directory) {
    return new RunFolder(
        (settings, name) -> {
          RunDirectory run = RunDirectory.openOrCreate(directory, settings);
          try {
            requireSame(directory, run.settings().flat(), settings.flat());
            return run;
          } catch (RuntimeException e) {
            run.close();
            throw e;
          }
        });
  }

  /**
   * A new directory.
   *
   * @param directory must not exist, or be empty
   */
  public static RunFolder newAt(Path directory) {
    return new RunFolder((settings, name) -> RunDirectory.create(directory, settings));
  }

  /**
   * A new directory below another one, named by the table and the seed: {@code concrete-0}, or
   * {@code concrete-0-2} if that exists.
   *
   * @param parent of the directory; created if it does not exist
   */
  public static RunFolder newUnder(Path parent) {
    return new RunFolder((settings, name) -> RunDirectory.createNext(parent, name, settings));
  }

  /**
   * A new directory below another one.
   *
   * @param parent of the directory; created if it does not exist
   * @param name of the directory, or the beginning of its name if that exists
   */
  public static RunFolder newUnder(Path parent, String name) {
    return new RunFolder((settings, usual) -> RunDirectory.createNext(parent, name, settings));
  }

  /**
   * Opens it.
   *
   * @param name if the folder does not determine it
   */
  RunDirectory open(Settings settings, String name) throws IOException {
    return opening.open(settings, name);
  }

  private static void requireSame(
      Path directory, Map<String, String> began, Map<String, String> now) {
    List<String> problems = new ArrayList<>();
    now.forEach(
        (path, value) -> {
          String before = began.getOrDefault(path, "");
          if (!before.equals(value)) {
            problems.add(
                "%s: %s: %s (expected: %s, with which the run in it began)"
                    .formatted(directory, path, value, before));
          }
        });
    InputException.throwIfAny(problems);
  }
}
