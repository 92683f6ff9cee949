// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableCard;
import io.otd.table.read.TableReader;
import io.otd.train.internal.crossvalidation.CrossValidation;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.fit.TableSource;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.progress.RunsProgress;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the comparison: a cross-validation of each recipe on each data set, in {@code NAME/RECIPE}.
 * Folds that are done there already are not run again.
 *
 * @param directory of the results
 * @param data where the tables are
 * @param sets the data sets, at least one
 * @param recipes the methods, at least one
 * @param folds number of folds where none are given
 * @param extent how much of it
 * @param jobs most folds that are trained at a time, at least 1
 */
public record RealDataRuns(
    Path directory,
    DataDirectory data,
    List<DataSet> sets,
    List<Recipe> recipes,
    int folds,
    Extent extent,
    int jobs) {
  /** Shows how the folds of a cross-validation go on. */
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

  /** Makes the trainer of a cross-validation. */
  @FunctionalInterface
  public interface Trainers {
    /** The trainer for settings, which say how often it saves. */
    NetworkTrainer of(Settings settings);
  }

  /**
   * Runs everything.
   *
   * @param trainers make trainers; asked to stop, these stop all of it
   * @param flags native flags in force
   * @param display shows it
   * @return what was found; nothing if a trainer was asked to stop
   * @throws InputException if a table is not as expected
   * @throws Exception what made a fold fail
   */
  public Optional<RealDataResult> run(Trainers trainers, String flags, Display display)
      throws Exception {
    List<Loaded> tables = new ArrayList<>();
    for (DataSet set : sets) {
      tables.add(load(set)); // all are there before the first is trained on
    }
    List<RealDataResult.Entry> entries = new ArrayList<>();
    for (Loaded table : tables) {
      for (Recipe recipe : recipes) {
        Path path = directory.resolve(table.set().name()).resolve(recipe.name());
        Settings settings = settings(table, recipe);
        try (RunDirectory run = RunDirectory.openOrCreate(path, settings)) {
          requireSame(run, settings);
          CrossValidation validation =
              new CrossValidation(run, settings, table.source(), trainers.of(settings), flags);
          int parts = table.source().folds().orElseThrow().parts().size();
          CrossValidationResult result;
          try (RunsProgress progress =
              display.open(table.set().name() + ", " + recipe.label(), parts)) {
            result = validation.run(jobs, progress);
          }
          if (result.interrupted()) {
            return Optional.empty();
          }
          entries.add(new RealDataResult.Entry(table.set(), recipe, table.found().whole(), result));
        }
      }
    }
    return Optional.of(new RealDataResult(extent, entries));
  }

  private static void requireSame(RunDirectory run, Settings settings) {
    if (!run.settings().flat().equals(settings.flat())) {
      throw new InputException(
          run.settingsFile()
              + ": begun with other settings (expected: the same; another --out begins anew)");
    }
  }

  /** A table as it is learned from. */
  private record Loaded(
      DataSet set, DataDirectory.Found found, String target, TableSource source) {}

  private Loaded load(DataSet set) throws IOException {
    DataDirectory.Found found = data.find(set);
    String column = target(found.table());
    SettingsReader reader = located(found, column);
    TableSource source = TableSource.read(reader.settings());
    DataFile file = source.file();
    Table table = set.targetScale().of(file.table(), column);
    return new Loaded(
        set,
        found,
        set.targetScale().of(column),
        new TableSource(
            new DataFile(file.name(), file.sha256(), table, file.notes()),
            source.groups(),
            source.folds()));
  }

  /** The card's, else the last column. */
  private static String target(Path table) throws IOException {
    Optional<TableCard> card = TableCard.of(table);
    if (card.isPresent() && card.get().target().size() == 1) {
      return card.get().target().get(0);
    }
    List<String> names = TableReader.names(table);
    return names.get(names.size() - 1);
  }

  private Settings settings(Loaded table, Recipe recipe) throws IOException {
    SettingsReader reader = located(table.found(), table.target());
    recipe.configure(reader, table.set());
    extent.configure(reader);
    return reader.settings();
  }

  private SettingsReader located(DataDirectory.Found found, String target) throws IOException {
    SettingsReader reader = new SettingsReader();
    Path table = found.table();
    Optional<TableCard> card = TableCard.of(table);
    card.ifPresent(
        c -> reader.value("data.ignore", c.ignore(), String.valueOf(TableCard.beside(table))));
    return reader
        .value("data.file", List.of(table.toString()), "reproduce")
        .value("data.target", List.of(target), "reproduce")
        .value(
            "data.folds",
            List.of(found.folds().map(Path::toString).orElse(Integer.toString(folds))),
            "--folds");
  }
}
