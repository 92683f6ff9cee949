// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.train.ResultFile;
import io.otd.app.train.SparkSite;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.paper.realdata.RecipeRuns;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** The common part of the commands that run recipes on tables. */
abstract class RecipeCommand extends StudyCommand {
  /** In these runs wide layers are multiplied in float32. */
  static final String PRECISION = "float32";

  @Mixin private RecipeOptions recipes = new RecipeOptions();

  @Mixin private StudyRuns parallel = new StudyRuns();

  RecipeCommand(Console console, String id) {
    super(console, id, ScaleOption.WITHOUT_LARGE);
  }

  /** The runs. */
  @FunctionalInterface
  interface Runs<R> {
    /** Runs them; nothing if they were stopped. */
    Optional<R> run(
        Function<Settings, NetworkTrainer> trainers, String flags, RecipeRuns.Display display)
        throws IOException;
  }

  final RecipeOptions recipes() {
    return recipes;
  }

  /**
   * The runs of the recipes.
   *
   * @param seeds of the training
   */
  final RecipeRuns recipeRuns(List<Long> seeds) {
    return new RecipeRuns(
        directory(),
        recipes.methods(),
        seeds,
        scale(),
        RecipeRuns.shorter(scale()),
        parallel.sideBySide());
  }

  /** Runs, one core a network. */
  final <R> Optional<R> run(Runs<R> runs) throws IOException {
    parallel.requireConsent(this);
    NativeFlags.set(0);
    console().interruption().guard();
    try (SharedCompilation shared = new SharedCompilation();
        SparkSite site = new SparkSite(parallel.spark().start(directory()))) {
      return runs.run(
          settings ->
              TableFit.trainer(
                      settings,
                      new Compiler(shared, console()::warn),
                      Clock.systemUTC(),
                      console().interruption()::requested)
                  .at(site.site()),
          NativeFlags.inForce(),
          (title, count) -> {
            console().note(title);
            return console().progress(count, parallel.sideBySide());
          });
    }
  }

  /**
   * Writes results and page, and prints the page.
   *
   * @param incomplete whether runs diverged
   */
  final Answer written(Map<String, Object> json, Page page, boolean incomplete) throws IOException {
    Path directory = directory();
    ResultFile.write(directory, json, page, this::say);
    say("report     " + directory.resolve(RunDirectory.REPORT));
    return new Answer(incomplete ? Answer.DIVERGED : 0, json);
  }
}
