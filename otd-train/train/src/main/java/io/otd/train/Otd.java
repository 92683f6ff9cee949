// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.IoFunction;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.FurtherTraining;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.SearchFile;
import io.otd.train.progress.DivergedException;
import io.otd.train.settings.Method;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trains models by Optimal Transport Dropout and related methods. It holds the settings and the
 * listeners. Immutable and without native memory; one instance may train many models, also
 * concurrently. The same settings, table and seed give a bit-identical model on one machine, and on
 * a cluster of machines of the same kind.
 */
public final class Otd {
  /** The name of a table in memory, for messages and directories. */
  private static final String TABLE = "table";

  private final Settings settings;
  private final Observers observers;
  private final Machine machine;

  Otd(Settings settings, Observers observers, Machine machine) {
    this.settings = settings;
    this.observers = observers;
    this.machine = machine;
  }

  /**
   * Begins with the defaults.
   *
   * @param targets columns to predict; several are predicted jointly
   */
  public static OtdBuilder regression(String... targets) {
    return new OtdBuilder().set("data.target", List.of(targets));
  }

  /** Begins with settings. */
  public static OtdBuilder of(Settings settings) {
    return OtdBuilder.of(settings);
  }

  /**
   * Begins with the settings of a stopped run, to resume it.
   *
   * @throws InputException if it is not such a directory
   */
  public static OtdBuilder resuming(Path directory) {
    return OtdBuilder.of(RunDirectory.settings(directory));
  }

  /**
   * Begins with the settings of a finished run, to train its model further on new rows: columns and
   * their encoding are kept, networks begin where they ended and take fewer steps at a smaller
   * learning rate, trees are grown anew, and the weights of a pool and the calibration are fitted
   * on held-out rows of the new table. The test rows tell whether the model is better than before.
   *
   * @param run directory of the run, on a table
   * @throws InputException if it is not such a directory
   * @throws IOException if its model cannot be read
   */
  public static OtdBuilder continuing(Path run) throws IOException {
    return OtdBuilder.of(FurtherTraining.of(run));
  }

  /** The settings, including defaults, by their paths. */
  public Map<String, String> settings() {
    return settings.flat();
  }

  /**
   * Trains a model on a table: trains on most of its rows, selects and calibrates on validation
   * rows, and scores on test rows, if {@code data.test_fraction} is not 0.
   *
   * @param table with the targets; all other columns are inputs, unless the settings say otherwise
   * @return the model; if training was stopped, the best so far
   * @throws InputException if the table or the settings are invalid
   * @throws DivergedException if a number becomes non-finite
   */
  public FittedModel fit(Table table) {
    return fit(source(table));
  }

  /**
   * The same for a file, read according to the settings. A card next to it is not read: its target,
   * ignored columns and folds are defaults of the command line.
   *
   * @param file CSV or ARFF, plain or gzipped
   * @throws InputException if the file or the settings are invalid
   * @throws DivergedException if a number becomes non-finite
   */
  public FittedModel fit(Path file) {
    return with("data.file", file.toString()).fit();
  }

  /**
   * The same for the file that {@code data.file} or {@code data.fields} names.
   *
   * @throws InputException if the file or the settings are invalid
   * @throws DivergedException if a number becomes non-finite
   */
  public FittedModel fit() {
    return fit(TableSource.read(settings));
  }

  private FittedModel fit(TableSource source) {
    return on(source).training().of(source);
  }

  /**
   * Trains a model in a directory, with checkpoints and a report at the end. Called again with the
   * same settings and table, it resumes a stopped run and gives the same model; for a finished run
   * it returns the model.
   *
   * @param directory of the run; created if it does not exist
   * @param table with the targets
   * @throws InputException if the table or the settings are invalid, or not those that the run in
   *     the directory began with
   * @throws DivergedException if a number becomes non-finite; the last good state is kept
   * @throws IOException if the directory cannot be written
   */
  public FittedModel fitIn(Path directory, Table table) throws IOException {
    return fitIn(RunFolder.at(directory), source(table));
  }

  /**
   * Trains a model in a directory, on the file that {@code data.file} or {@code data.fields} names.
   *
   * @throws InputException if the file or the settings are invalid, or not those that the run in
   *     the directory began with
   * @throws DivergedException if a number becomes non-finite; the last good state is kept
   * @throws IOException if the directory cannot be written
   */
  public FittedModel fitIn(RunFolder folder) throws IOException {
    return fitIn(folder, TableSource.read(settings));
  }

  private FittedModel fitIn(RunFolder folder, TableSource source) throws IOException {
    Otd one = on(source);
    return one.training().in(folder, source, one.name(source, ""));
  }

  /**
   * Trains on each fold, several in parallel, and scores each on the rows that it holds out.
   * Intermediate files are written to a temporary directory.
   *
   * @param table with the targets
   * @param folds number of folds, at least 2; the other settings are those of {@code data.folds}
   * @throws InputException if the table or the settings are invalid
   * @throws IOException if the temporary directory cannot be written
   */
  public CrossValidationScores crossValidate(Table table, int folds) throws IOException {
    Otd one = with("data.folds", Integer.toString(folds));
    return temporary(
        directory -> one.crossValidateIn(RunFolder.newAt(directory), one.source(table)));
  }

  /**
   * Trains on each fold in a directory, with subdirectories {@code fold-0} and so on. Called again
   * with the same settings and table, it continues where it was stopped.
   *
   * @param directory of the cross-validation; created if it does not exist
   * @param table with the targets
   * @param folds number of folds, at least 2
   * @throws InputException if the table or the settings are invalid, or not those that it began
   *     with
   * @throws IOException if the directory cannot be written
   */
  public CrossValidationScores crossValidateIn(Path directory, Table table, int folds)
      throws IOException {
    Otd one = with("data.folds", Integer.toString(folds));
    return one.crossValidateIn(RunFolder.at(directory), one.source(table));
  }

  /**
   * Trains on each of the folds given by {@code data.folds}, on the file that {@code data.file} or
   * {@code data.fields} names.
   *
   * @throws InputException if the file or the settings are invalid, or not those that it began with
   * @throws IOException if the directory cannot be written
   */
  public CrossValidationScores crossValidateIn(RunFolder folder) throws IOException {
    return crossValidateIn(folder, TableSource.read(settings));
  }

  private CrossValidationScores crossValidateIn(RunFolder folder, TableSource source)
      throws IOException {
    Otd one = on(source);
    return new FoldTraining(one.settings, observers, machine)
        .in(folder, source, one.name(source, "-folds"));
  }

  /**
   * Searches for settings for a table. The test rows are removed before the search begins.
   * Intermediate files are written to a temporary directory.
   *
   * @param table with the targets
   * @param options search space and length of the search
   * @throws InputException if the table or the settings are invalid
   * @throws IOException if the temporary directory cannot be written
   */
  public SearchResult search(Table table, SearchOptions options) throws IOException {
    return temporary(
        directory -> searchIn(RunFolder.newAt(directory), source(table), Optional.of(options)));
  }

  /**
   * Searches for settings for a table, in a directory. {@link #resumeSearch} resumes a stopped
   * search.
   *
   * @param directory of the search; created if it does not exist
   * @param table with the targets
   * @param options search space and length of the search
   * @throws InputException if the table or the settings are invalid, or if there is a search in the
   *     directory
   * @throws IOException if the directory cannot be written
   */
  public SearchResult searchIn(Path directory, Table table, SearchOptions options)
      throws IOException {
    return searchIn(RunFolder.newAt(directory), source(table), Optional.of(options));
  }

  /**
   * Searches for settings for the file that {@code data.file} or {@code data.fields} names.
   *
   * @param options search space and length of the search
   * @throws InputException if the file or the settings are invalid
   * @throws IOException if the directory cannot be written
   */
  public SearchResult searchIn(RunFolder folder, SearchOptions options) throws IOException {
    return searchIn(folder, TableSource.read(settings), Optional.of(options));
  }

  /**
   * Resumes a stopped search on the file that {@code data.file} or {@code data.fields} names.
   *
   * @throws InputException if there is none, or the file has changed
   * @throws IOException if the directory cannot be read or written
   */
  public SearchResult resumeSearch(Path directory) throws IOException {
    SearchFile.requireIn(directory);
    return searchIn(RunFolder.at(directory), TableSource.read(settings), Optional.empty());
  }

  /**
   * Resumes a stopped search.
   *
   * @throws InputException if there is no search, or the table has changed
   * @throws IOException if the directory cannot be read or written
   */
  public SearchResult resumeSearch(Path directory, Table table) throws IOException {
    SearchFile.requireIn(directory);
    return searchIn(RunFolder.at(directory), source(table), Optional.empty());
  }

  private SearchResult searchIn(
      RunFolder folder, TableSource source, Optional<SearchOptions> options) throws IOException {
    Session.requireUnbounded(settings, "a search: --trials and --steps bound it");
    Settings one = settings.ofOneMethod();
    if (one.components().size() > 1) {
      throw new InputException(
          settings.model().method() == Method.POOL
              ? "model.method: pool with a search (expected: one method whose settings are compared, such as otd)"
              : "model.kinds: %s with a search (expected: [], and in model.method the one method whose settings are compared)"
                  .formatted(one.flat().get("model.kinds")));
    }
    return new SettingsSearch(one, observers, machine)
        .in(folder, source, name(source, "-tune"), options);
  }

  private static <T> T temporary(IoFunction<Path, T> work) throws IOException {
    Path directory = Files.createTempDirectory("otd");
    try {
      return work.apply(directory);
    } finally {
      DurableFiles.deleteTree(directory);
    }
  }

  /** With the method that suits the table, if none was named. */
  private Otd on(TableSource source) {
    return new Otd(settings.forTable(source.rows(settings).length), observers, machine);
  }

  private TableTraining training() {
    return new TableTraining(settings, observers, machine);
  }

  private TableSource source(Table table) {
    return TableSource.of(table, TABLE, settings);
  }

  private String name(TableSource source, String ending) {
    return TableSource.name(source.file()) + "-" + settings.training().seed() + ending;
  }

  private Otd with(String path, String value) {
    return new Otd(
        new SettingsReader()
            .text(SettingsWriter.yaml(settings), "settings")
            .value(path, List.of(value), path)
            .settings(),
        observers,
        machine);
  }
}
