// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.train.ResultFile;
import io.otd.app.train.SparkOptions;
import io.otd.app.train.SparkSite;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.paper.experiment.Scale;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The common part of the commands that run recipes on tables. */
abstract class RecipeCommand extends StudyCommand {
  /** In these runs wide layers are multiplied in float32. */
  static final String PRECISION = "float32";

  @Mixin private ScaleOption scale = new ScaleOption();

  @Mixin private RecipeOptions recipes = new RecipeOptions();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Maximum number of networks in parallel. Default: the number of cores; with --spark 64.")
  private @Nullable Integer jobs;

  @Mixin private SparkOptions spark = new SparkOptions();

  @Mixin private ConsentOption consent = new ConsentOption();

  RecipeCommand(Console console) {
    super(console);
  }

  /** The runs. */
  @FunctionalInterface
  interface Runs<R> {
    /** Runs them; nothing if they were stopped. */
    Optional<R> run(
        Function<Settings, NetworkTrainer> trainers, String flags, RecipeRuns.Display display)
        throws IOException;
  }

  @Override
  final Scale scale() {
    return scale.ofStudy();
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
    return new RecipeRuns(directory(), recipes.methods(), seeds, scale(), spark.jobs(jobs));
  }

  /** Runs, one core a network. */
  final <R> Optional<R> run(Runs<R> runs) throws IOException {
    if (!spark.given()) {
      consent.require(this);
    }
    NativeFlags.set(0);
    console().interruption().guard();
    try (SharedCompilation shared = new SharedCompilation();
        SparkSite site = new SparkSite(spark.start(directory()))) {
      return runs.run(
          settings ->
              TableFit.trainer(
                      settings,
                      shared,
                      Clock.systemUTC(),
                      console().interruption()::requested,
                      console()::warn)
                  .at(site.site()),
          NativeFlags.inForce(),
          (title, count) -> {
            console().note(title);
            return console().progress(count, spark.jobs(jobs));
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
