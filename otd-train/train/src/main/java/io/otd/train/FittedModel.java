// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.decision.FurtherScores;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.table.Table;
import io.otd.table.internal.encoding.UnknownCategories;
import io.otd.table.internal.gaps.GapFilling;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.internal.explain.Explainer;
import io.otd.train.internal.fit.Recalibration;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.prediction.ModelScoring;
import io.otd.train.internal.prediction.OpenedSource;
import io.otd.train.internal.prediction.TrainedSource;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.TableDigest;
import io.otd.train.internal.preparation.WeightColumn;
import io.otd.train.internal.verdict.Finding;
import io.otd.train.progress.TrainingOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A trained model: predicts, evaluates, saves and exports. It holds native memory from the first
 * prediction until it is closed; saving and exporting need none. Thread-safe, but predictions run
 * one at a time. A service with concurrent predictions should export the model and open it with
 * {@code otd-serve}.
 *
 * <p>Methods that take rows throw {@link InputException} if a column is missing or invalid, and
 * {@link UnpredictableRowException} if a prediction is not finite.
 */
public final class FittedModel implements AutoCloseable {
  /** Default number of draws of a prediction. */
  public static final int DRAWS = 1000;

  private final TrainedModel trained;
  private final TrainingOutcome outcome;
  private final Progress progress;
  private final Optional<Path> directory;
  private final Optional<Scores> test;
  private final List<Finding> findings;
  private final Consumer<String> warnings;
  private final OpenedSource source;

  /**
   * Progress of training.
   *
   * @param steps of all members together
   * @param members that have taken a step
   */
  public record Progress(long steps, int members) {
    static Progress of(List<TrainingSnapshot> snapshots) {
      return new Progress(
          snapshots.stream().mapToLong(TrainingSnapshot::step).sum(),
          (int) snapshots.stream().filter(s -> s.step() > 0).count());
    }
  }

  /**
   * Takes the result of training.
   *
   * @param outcome why training ended
   * @param directory of the run, if it has one
   * @param test scores of the test rows, if there were any
   * @param findings what the test rows say about it; may be empty
   * @param warnings receives warnings for the user
   */
  FittedModel(
      TrainedModel trained,
      TrainingOutcome outcome,
      Progress progress,
      Optional<Path> directory,
      Optional<Scores> test,
      List<Finding> findings,
      Consumer<String> warnings) {
    this.trained = trained;
    this.outcome = outcome;
    this.progress = progress;
    this.directory = directory;
    this.test = test;
    this.findings = List.copyOf(findings);
    this.warnings = warnings;
    this.source = new OpenedSource(trained, warnings);
  }

  /**
   * Loads a model that was {@linkplain #save saved}, or that a run left in its directory. For a
   * stopped run, this is the best model so far.
   *
   * @throws InputException if there is none
   * @throws IOException if it cannot be read, or is damaged
   */
  public static FittedModel load(Path directory) throws IOException {
    if (!ModelDirectory.isModel(directory)) {
      throw new InputException(
          "%s: no %s in it (expected: a trained model)"
              .formatted(directory, ModelDirectory.MODEL_FILE));
    }
    NativeFlags.set(0);
    return stored(directory, Observers.NONE.warnings());
  }

  static FittedModel stored(Path directory, Consumer<String> warnings) throws IOException {
    ModelDirectory.Stored stored = ModelDirectory.read(directory);
    TrainedModel model = stored.model();
    // Every finished run has a metric.
    return new FittedModel(
        model,
        model.metrics().isEmpty() ? TrainingOutcome.INTERRUPTED : TrainingOutcome.COMPLETED,
        Progress.of(stored.snapshots()),
        Optional.of(directory),
        Scores.ofTest(model.metrics()),
        List.of(),
        warnings);
  }

  /** Whether training was stopped; then this is the best model so far, not calibrated. */
  public boolean interrupted() {
    return outcome == TrainingOutcome.INTERRUPTED;
  }

  /** Why training ended. */
  public TrainingOutcome outcome() {
    return outcome;
  }

  /** The scores of the test rows; empty without test rows, or if training was interrupted. */
  public Optional<Scores> testScores() {
    return test;
  }

  /**
   * What the test rows say about the model, as the report does: sentences, each behind a mark, such
   * as {@code \u2713 90 % intervals cover 91 % of 800 rows (expected: 90 \u00b1 2.1 %).} Empty for
   * a model that was loaded, or trained without a directory or test rows.
   */
  public List<String> verdict() {
    return findings.stream().map(f -> f.mark().sign() + " " + f.sentence()).toList();
  }

  /** Names of the targets. */
  public List<String> targets() {
    return trained.schema().targetNames();
  }

  /** Names of the columns needed for a prediction. */
  public List<String> inputs() {
    return trained.schema().inputNames();
  }

  /** Directory of its run, if it has one. */
  public Optional<Path> directory() {
    return directory;
  }

  /** The settings of its training, by their paths. */
  public Map<String, String> settings() {
    return trained.provenance().settings();
  }

  /** The saved and exported contents: parameters, schema, calibration, provenance. */
  public TrainedModel trained() {
    return trained;
  }

  /** Progress of training. */
  public Progress progress() {
    return progress;
  }

  /**
   * Predicts all rows of a table, with {@link #DRAWS} draws each. The same rows give the same
   * predictions.
   *
   * @param rows with the {@linkplain #inputs() input columns}; others are ignored
   */
  public Predictions predict(Table rows) {
    return predict(rows, DRAWS);
  }

  /**
   * Predicts all rows of a table. The draws of all rows are held in memory, 8 bytes each.
   *
   * @param table with the {@linkplain #inputs() input columns}; others are ignored
   * @param draws K, at least 1
   */
  public synchronized Predictions predict(Table table, int draws) {
    TrainedSource drawing = source.of(draws);
    Table given =
        TableReader.texts(table, ColumnSelection.Typed.inputs(trained.schema()), warnings);
    new UnknownCategories(trained.schema()).add(given).notices().forEach(warnings);
    Table rows = GapFilling.filled(trained.schema(), given, warnings);
    Draws drawn = drawing.draw(rows);
    return new Predictions(
        targets(),
        drawn,
        drawing.networks(),
        drawing.intervals(drawn, rows, IntStream.range(0, rows.rows()).toArray()));
  }

  /**
   * Scores the model on the rows of a table with the {@linkplain EvaluationOptions#DEFAULT default
   * options}. Rows count by the column of the weights of the training, if the table has it.
   *
   * @param rows with inputs and targets
   */
  public Scores evaluate(Table rows) {
    return evaluate(rows, EvaluationOptions.DEFAULT);
  }

  /**
   * Scores the model on the rows of a table.
   *
   * @param table with inputs and targets, and the columns that the options name
   * @param options what is scored, and how rows count
   * @throws IllegalArgumentException if there is no such score
   */
  public synchronized Scores evaluate(Table table, EvaluationOptions options) {
    List<ScoreOptions.Further> further = FurtherScores.of(options.scores());
    TrainedSource drawing = source.of(options.draws());
    WeightColumn.Weighted counted = weighted(table, options.weight());
    ModelScoring scoring =
        new ModelScoring(drawing, options.levels(), further, options.coverageBy());
    Table read = read(counted.table());
    return Scores.of(scoring.of(filled(read), read, counted.weights()));
  }

  /**
   * Explains the predictions of a table's rows with the {@linkplain ExplanationOptions#DEFAULT
   * default options}.
   *
   * @param rows with the {@linkplain #inputs() input columns}; with the targets, for the importance
   *     of columns
   */
  public Explanation explain(Table rows) {
    return explain(rows, ExplanationOptions.DEFAULT);
  }

  /**
   * Explains the predictions of a table's rows: what each column is worth to the energy score, how
   * it changes mean, spread and quantiles, and what it adds to the predictions of single rows. The
   * same rows and options give the same explanation. All rows have the same masks, even with a
   * method that usually gives each row its own.
   *
   * @param rows with the {@linkplain #inputs() input columns}; with the targets, for the importance
   *     of columns
   * @param options what is explained, and how much work is done
   * @throws InputException if an option is invalid
   */
  public Explanation explain(Table rows, ExplanationOptions options) {
    return explain(rows, options, Optional.empty(), ExplanationProgress.NONE);
  }

  /**
   * Explains the predictions of a table's rows.
   *
   * @param rows with the {@linkplain #inputs() input columns}; with the targets, for the importance
   *     of columns
   * @param options what is explained, and how much work is done
   * @param background rows that single rows are compared with, such as the training rows; by
   *     default those of the table
   * @param progress receives the progress, and may stop the explanation
   * @throws InputException if an option is invalid
   * @throws java.util.concurrent.CancellationException if it was stopped
   */
  public synchronized Explanation explain(
      Table rows,
      ExplanationOptions options,
      Optional<Table> background,
      ExplanationProgress progress) {
    source.requireOpen();
    try (TrainedSource compared =
        TrainedSource.ofComparedRows(
            trained, options.draws(), new Compiler(Compilation.XLA, warnings))) {
      return new Explainer(compared, options, progress)
          .explain(rows(rows), background.map(this::rows));
    }
  }

  /** The rows that count, by a column, or by that of the training. */
  private WeightColumn.Weighted weighted(Table table, Optional<String> column) {
    if (column.isEmpty()) {
      return WeightColumn.as(trained.provenance().settings(), table);
    }
    WeightColumn.requireOther("weight", column.get(), inputs());
    WeightColumn.requireOther("weight", column.get(), targets());
    return WeightColumn.of(table, column.get());
  }

  private Table rows(Table table) {
    return filled(read(table));
  }

  /** Rows with their targets; texts of a program's table mean what those of a file do. */
  private Table read(Table table) {
    return TableReader.texts(table, ColumnSelection.Typed.scored(trained.schema()), warnings);
  }

  private Table filled(Table read) {
    return GapFilling.filled(trained.schema(), read, warnings);
  }

  /**
   * The next version of the model, calibrated on rows that it has not seen; see {@link
   * #recalibrate(Table, boolean, Optional)}. A pool keeps its weights. Rows count by the column of
   * the weights of the training, if the table has it.
   */
  public FittedModel recalibrate(Table truths) {
    return recalibrate(truths, false, Optional.empty());
  }

  /**
   * The next version of the model, calibrated on rows that it has not seen, such as predicted ones
   * whose values have become known. Spread and conformal intervals are fitted anew; the networks
   * are those of this model, which stays as it is.
   *
   * @param truths with inputs and targets, at least 50 rows that count, or more for conformal
   *     intervals
   * @param weights whether the weights of a pool are fitted anew, too
   * @param weight column by which rows count; if empty, that of the training, if the table has it
   * @throws InputException if there are too few rows, the model is of an unfinished run or was
   *     trained on these rows, or it is to be weighed and is no pool
   */
  public synchronized FittedModel recalibrate(
      Table truths, boolean weights, Optional<String> weight) {
    source.requireOpen();
    WeightColumn.Weighted counted = weighted(truths, weight);
    TrainedModel next =
        Recalibration.of(
                trained,
                rows(counted.table()),
                counted.weights(),
                TableDigest.sha256(truths),
                weights,
                warnings)
            .model();
    return new FittedModel(
        next, outcome, progress, Optional.empty(), Optional.empty(), List.of(), warnings);
  }

  /**
   * Writes the model to a directory, with everything that {@link #load} and {@code otd predict},
   * {@code evaluate} and {@code export} need.
   *
   * @param target the directory; created if it does not exist
   * @throws IOException if it cannot be written
   */
  public void save(Path target) throws IOException {
    ModelDirectory.write(target, trained, List.of());
  }

  /**
   * Writes the model as a SavedModel, as the next version in a directory.
   *
   * @param base directory of all versions; created if it does not exist
   * @return the directory of the version
   * @throws IOException if it cannot be written
   */
  public Path export(Path base) throws IOException {
    return export(base, ExportOptions.DEFAULT);
  }

  /**
   * Writes the model as a SavedModel.
   *
   * @param base directory of all versions; created if it does not exist
   * @param options number of the version, and number of draws of its predictions
   * @return the directory of the version
   * @throws java.nio.file.FileAlreadyExistsException if the requested version exists
   * @throws IOException if it cannot be written
   */
  public Path export(Path base, ExportOptions options) throws IOException {
    return SavedModelExporter.export(trained, base, options).directory();
  }

  /** Frees the native memory; closing twice is harmless. */
  @Override
  public synchronized void close() {
    source.close();
  }
}
