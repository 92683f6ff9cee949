// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import io.otd.train.internal.crossvalidation.CrossValidation;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.progress.RunsProgress;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs recipes on tables: a cross-validation of each recipe on each table, in {@code NAME/RECIPE},
 * and for seeds other than 0 in {@code NAME/RECIPE-seed-SEED}. Folds that are done there already
 * are not run again.
 *
 * @param directory of the results
 * @param recipes the methods, at least one
 * @param seeds of the training, at least one; 0 is the recipes' own
 * @param scale how much of it: quick, reduced or paper; only at that of the paper are its numbers
 *     meaningful
 * @param shorter assignments of settings that cut it short
 * @param jobs most folds that are trained at a time, at least 1
 */
public record RecipeRuns(
    Path directory,
    List<Recipe> recipes,
    List<Long> seeds,
    Scale scale,
    List<String> shorter,
    int jobs) {
  /** Keeps the lists. */
  public RecipeRuns {
    recipes = List.copyOf(recipes);
    seeds = List.copyOf(seeds);
    shorter = List.copyOf(shorter);
  }

  /**
   * The assignments of settings that cut it short: some seconds a run at quick; a thousand steps of
   * each network at reduced.
   *
   * @param scale quick, reduced or paper
   */
  public static List<String> shorter(Scale scale) {
    return switch (scale) {
      case QUICK ->
          List.of("training.steps=60", "training.validate_every=20", "evaluation.draws=100");
      case REDUCED -> List.of("training.steps=1000", "evaluation.draws=250");
      case PAPER -> List.of();
      case LARGE ->
          throw new IllegalArgumentException("scale: large (expected: quick, reduced or paper)");
    };
  }

  /** Shows the progress of the folds of a cross-validation. */
  @FunctionalInterface
  public interface Display {
    /**
     * Opens the display of a cross-validation.
     *
     * @param title what is run
     * @param runs number of folds
     */
    RunsProgress open(String title, int runs);
  }

  /** Returns settings with the locations of a table and its folds. */
  @FunctionalInterface
  public interface Located {
    /** The settings, to which a recipe adds its own. */
    SettingsReader reader() throws IOException;
  }

  /**
   * A table that recipes are run on.
   *
   * @param name of its directory
   * @param located settings with its file, target and folds
   * @param source what is in it, with the folds that are run
   */
  public record Input(String name, Located located, TableSource source) {}

  /**
   * Runs everything.
   *
   * @param inputs the tables, at least one
   * @param trainers create trainers; stopping these stops everything
   * @param flags native flags in force
   * @param display shows it
   * @return the results, by table and recipe; empty if a trainer was stopped
   * @throws InputException if a directory was begun with other settings
   * @throws IOException what made a fold fail
   */
  public Optional<List<RecipeResult>> run(
      List<Input> inputs,
      Function<Settings, NetworkTrainer> trainers,
      String flags,
      Display display)
      throws IOException {
    List<RecipeResult> all = new ArrayList<>();
    for (Input input : inputs) {
      for (Recipe recipe : recipes) {
        Map<Long, CrossValidationResult> results = new LinkedHashMap<>();
        for (long seed : seeds) {
          CrossValidationResult result = run(input, recipe, seed, trainers, flags, display);
          if (result.interrupted()) {
            return Optional.empty();
          }
          results.put(seed, result);
        }
        all.add(new RecipeResult(input.name(), recipe, results));
      }
    }
    return Optional.of(all);
  }

  /** A recipe on a table; the folds that it did before are found by their cross-validation. */
  private CrossValidationResult run(
      Input input,
      Recipe recipe,
      long seed,
      Function<Settings, NetworkTrainer> trainers,
      String flags,
      Display display)
      throws IOException {
    String suffix = seed == 0 ? "" : "-seed-" + seed;
    Path path = directory.resolve(input.name()).resolve(recipe.name() + suffix);
    Settings settings = settings(input, recipe, seed);
    try (RunDirectory run = RunDirectory.openOrCreate(path, settings)) {
      requireSame(run, settings);
      int parts = input.source().folds().orElseThrow().parts().size();
      String title = input.name() + ", " + recipe.label() + (seed == 0 ? "" : ", seed " + seed);
      try (RunsProgress progress = display.open(title, parts)) {
        return new CrossValidation(run, settings, input.source(), trainers.apply(settings), flags)
            .run(jobs, progress);
      }
    }
  }

  private Settings settings(Input input, Recipe recipe, long seed) throws IOException {
    SettingsReader reader = input.located().reader();
    recipe.configure(reader, input.name());
    shorter.forEach(reader::assignment);
    if (seed != 0) {
      reader.value("training.seed", List.of(Long.toString(seed)), "--first-seed");
    }
    Settings settings = reader.settings();
    return settings.forTable(input.source().rows(settings).length);
  }

  private static void requireSame(RunDirectory run, Settings settings) {
    if (!run.settings().flat().equals(settings.flat())) {
      throw new InputException(
          run.settingsFile()
              + ": begun with other settings (expected: the same; another --out begins anew)");
    }
  }
}
