// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.core.internal.graph.SharedCompilation;
import io.otd.paper.experiment.Scale;
import io.otd.paper.realdata.RecipeRuns;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.report.Page;
import io.otd.train.internal.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs recipes on tables, with progress and a stop at a safe point, and writes their results. */
final class RecipeRunsJob {
  private final Console console;
  private final Consumer<String> say;

  /**
   * A job for one command.
   *
   * @param console for notes and warnings
   * @param say receives the answer's lines
   */
  RecipeRunsJob(Console console, Consumer<String> say) {
    this.console = console;
    this.say = say;
  }

  /** The runs. */
  @FunctionalInterface
  interface Runs<R> {
    /** Runs them; nothing if they were stopped. */
    Optional<R> run(RecipeRuns.Trainers trainers, String flags, RecipeRuns.Display display)
        throws IOException;
  }

  /**
   * Runs, one core a network.
   *
   * @param jobs maximum number of networks at a time
   * @param spark the cluster that trains, if there is one
   * @param directory of the results
   */
  <R> Optional<R> run(int jobs, SparkOptions spark, Path directory, Runs<R> runs)
      throws IOException {
    NativeFlags.set(0);
    console.interruption().guard();
    try (SharedCompilation shared = new SharedCompilation();
        SparkSite site = new SparkSite(spark.start(directory))) {
      return runs.run(
          settings ->
              TableFit.trainer(
                      settings,
                      shared,
                      Clock.systemUTC(),
                      console.interruption()::requested,
                      console::warn)
                  .at(site.site()),
          NativeFlags.inForce(),
          (title, count) -> {
            console.note(title);
            return console.progress(count, jobs);
          });
    }
  }

  /**
   * Writes results and page, and prints the page.
   *
   * @param incomplete whether runs diverged
   */
  Answer written(Path directory, Map<String, Object> json, Page page, boolean incomplete)
      throws IOException {
    ResultFile.write(directory, json, page, say);
    say.accept("report     " + directory.resolve(RunDirectory.REPORT));
    return new Answer(incomplete ? Answer.DIVERGED : 0, json);
  }

  /**
   * Says how to resume.
   *
   * @param again the command that continues
   */
  Answer stopped(String again, Path directory) {
    return Answer.interrupted(
        "stopped; finished runs are in " + directory, directory, Map.of(), again, say);
  }

  /** A directory in which nothing is lost. */
  static void requireNew(Path directory, boolean resume) throws IOException {
    if (!resume && Files.isDirectory(directory)) {
      try (var files = Files.list(directory)) {
        if (files.findAny().isPresent()) {
          throw new InputException(
              directory
                  + ": already exists (expected: a new or empty directory; --resume continues in it)");
        }
      }
    }
  }

  /** Those of some names, in their order; all if none are given. */
  static <T> List<T> chosen(
      String option, Optional<List<String>> names, List<T> all, Function<T, String> name) {
    if (names.isEmpty()) {
      return all;
    }
    List<String> known = all.stream().map(name).toList();
    for (String given : names.get()) {
      if (!known.contains(given)) {
        throw new InputException(
            "%s: %s (expected: of %s%s)"
                .formatted(
                    option, given, String.join(", ", known), NearestName.hint(given, known)));
      }
    }
    return all.stream().filter(one -> names.get().contains(name.apply(one))).toList();
  }

  /** A scale that tables and times have. */
  static Scale requireNotLarge(Scale scale) {
    if (scale == Scale.LARGE) {
      throw new InputException("--scale: large (expected: quick, reduced or paper)");
    }
    return scale;
  }
}
