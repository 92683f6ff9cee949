// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.app.command.Console;
import io.otd.app.rows.KeptColumns;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.format.TableFormat;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnReading;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableBlocks;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.prediction.DistributionSource;
import io.otd.train.internal.prediction.TrainedSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;

/** Opens the model that a user named: a trained model's directory, or a SavedModel's. */
public final class ModelOpener {
  private ModelOpener() {}

  /**
   * Opens a model for prediction.
   *
   * @param path of a trained model, of an exported version, or of all exported versions
   * @param draws K of a trained model; an exported one has its bank
   * @param console for warnings
   */
  public static DistributionSource open(Path path, int draws, Console console) throws IOException {
    return open(path, console, model -> new TrainedSource(model, draws, console::warn));
  }

  /**
   * Opens a model whose predictions are compared row by row: all rows share their masks.
   *
   * @param path of a trained model, of an exported version, or of all exported versions
   * @param draws K of a trained model; an exported one has its bank
   * @param console for warnings
   */
  public static DistributionSource openForComparison(Path path, int draws, Console console)
      throws IOException {
    return open(
        path,
        console,
        model ->
            TrainedSource.ofComparedRows(
                model, draws, new Compiler(Compilation.XLA, console::warn)));
  }

  private static DistributionSource open(
      Path path, Console console, Function<TrainedModel, DistributionSource> trained)
      throws IOException {
    requireDirectory(path);
    NativeFlags.set(0);
    if (!ModelDirectory.isModel(path)) {
      return exported(path, console);
    }
    TrainedModel model = ModelDirectory.read(path).model();
    warnIfUnfinished(path, model, console);
    return trained.apply(model);
  }

  /** An export computes in float32, whose steps may be too wide for a target. */
  private static DistributionSource exported(Path path, Console console) throws IOException {
    DistributionSource source = new ExportedSource(path);
    for (TargetColumn target : source.schema().targets()) {
      target
          .coarseness()
          .ifPresent(what -> console.warn(path + ": an export answers in float32: " + what));
    }
    return source;
  }

  /** Warns if a model is that of an unfinished run. */
  static void warnIfUnfinished(Path path, TrainedModel model, Console console) {
    if (model.metrics().isEmpty()) {
      console.warn(path + ": training is not finished; using the best model so far");
    }
  }

  /** Reads a trained model. */
  static TrainedModel trained(Path path) throws IOException {
    requireDirectory(path);
    if (!ModelDirectory.isModel(path)) {
      throw new InputException(
          "%s: no %s in it (expected: a trained model, made by otd train)"
              .formatted(path, ModelDirectory.MODEL_FILE));
    }
    NativeFlags.set(0);
    return ModelDirectory.read(path).model();
  }

  static void requireDirectory(Path path) {
    if (!Files.isDirectory(path)) {
      throw new InputException(
          path
              + (Files.exists(path) ? ": a file" : ": no such directory")
              + " (expected: the directory of a trained model or of a SavedModel)");
    }
  }

  /**
   * The description of a SavedModel.
   *
   * @param path of one version, or of all versions
   * @throws InputException if it is none, or not one that otd wrote
   */
  static ExportDescription description(Path path) throws IOException {
    Path version =
        VersionDirectories.resolve(path)
            .orElseThrow(
                () ->
                    new InputException(
                        path
                            + ": neither a trained model nor a SavedModel (expected: %s, %s, or"
                                .formatted(ModelDirectory.MODEL_FILE, ServingNames.MODEL_FILE)
                            + " numbered version directories in it)"));
    Path file =
        version.resolve(ServingNames.EXTRA_DIRECTORY).resolve(ServingNames.DESCRIPTION_FILE);
    if (!Files.exists(file)) {
      throw new InputException(
          version + ": a SavedModel not written by otd (expected: one made by otd export)");
    }
    return ExportDescription.read(file);
  }

  /**
   * Reads the columns that a model needs, its targets and the weights; others may hold anything.
   *
   * @param kept further columns
   */
  public static DataFile table(
      TableAddress file,
      DistributionSource model,
      WeightOption weight,
      TableFormat format,
      KeptColumns kept) {
    return TableReader.read(file, kept.of(scored(model, weight)), format);
  }

  /** Reads the columns that a model needs, and its targets if the file has them. */
  public static DataFile tableOfInputs(
      TableAddress file, DistributionSource model, TableFormat format) {
    TableSchema schema = model.schema();
    return TableReader.read(
        file,
        new ColumnSelection.Only(
            schema.inputNames(), Set.copyOf(schema.targetNames()), ColumnReading.ofTexts(schema)),
        format);
  }

  /**
   * Begins to read the columns that a model needs; others may hold anything.
   *
   * @param kept further columns
   */
  public static TableBlocks inputs(
      TableAddress file,
      DistributionSource model,
      TableFormat format,
      BadRows badRows,
      KeptColumns kept) {
    ColumnSelection.Typed columns = kept.of(ColumnSelection.Typed.inputs(model.schema()));
    return badRows == BadRows.FAIL
        ? TableReader.blocks(file, columns, format, model.block())
        : TableReader.blocksWithBadRows(file, columns, format, model.block());
  }

  /**
   * Begins to read the same; a row that cannot be scored is noted.
   *
   * @param kept further columns
   */
  public static TableBlocks scorable(
      TableAddress file,
      DistributionSource model,
      WeightOption weight,
      TableFormat format,
      KeptColumns kept) {
    return TableReader.blocksWithBadRows(
        file, kept.of(scored(model, weight)), format, model.block());
  }

  private static ColumnSelection.Typed scored(DistributionSource model, WeightOption weight) {
    return weight.with(ColumnSelection.Typed.scored(model.schema()), model.settings());
  }
}
