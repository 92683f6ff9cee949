// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import io.otd.predict.CellPredictor;
import io.otd.predict.InputCells;
import io.otd.predict.InputRows;
import io.otd.predict.ModelCard;
import io.otd.predict.Prediction;
import io.otd.serve.internal.batching.BatchListener;
import io.otd.serve.internal.batching.BatchScheduler;
import io.otd.serve.internal.batching.BatchedModel;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.inspection.OtdDescription;
import io.otd.serve.internal.lifecycle.VersionKind;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One loaded version of an exported model. Thread-safe. */
final class LoadedModel implements CellPredictor, AutoCloseable {
  private static final Logger LOG = System.getLogger("io.otd.serve.models");

  private final ServedModel served;
  private final RowPredictor predictor;
  private final InputRows rows;
  private final ModelCard card;

  private LoadedModel(Path directory, ServedModel served) {
    this.served = served;
    this.predictor = RowPredictor.of(served.model(), served);
    this.rows = new InputRows(predictor.description().schema());
    this.card = card(predictor.description(), directory);
  }

  private static ModelCard card(ExportDescription description, Path directory) {
    return new ModelCard(
        description.schema(),
        description.bank().size(),
        description.levels(),
        description.conformal().alphas(),
        description.metrics(),
        VersionDirectories.number(directory.getFileName().toString()));
  }

  /**
   * How versions of one predictor are loaded.
   *
   * @param options limits on their size, what is compiled
   * @param threads that join concurrent requests, if enabled, and run pieces of large ones
   */
  static VersionKind<LoadedModel> kind(PredictorOptions options, PredictorThreads threads) {
    return new VersionKind<>(
        version -> load(version, options, threads),
        loaded -> loaded.card().schema(),
        LoadedModel::close);
  }

  /**
   * Inspects and loads a model, and tests it with one row.
   *
   * @param options limits on its size, what is compiled
   * @param threads that join concurrent requests, if enabled, and run pieces of large ones
   * @throws InvalidFileException if it was not exported by otd, is damaged, or fails at the row
   */
  static LoadedModel load(Path directory, PredictorOptions options, PredictorThreads threads)
      throws IOException {
    ExportDescription unused = OtdDescription.read(directory); // Reports what is wrong with it.
    InspectedModel inspected = GraphInspection.inspect(directory, InspectionLimits.DEFAULT);
    Servable servable =
        Servable.load(directory, PredictiveModel.withOneRun(inspected), threads.pieces());
    ServedModel served = servable;
    try {
      servable.compile(
          options.compiledRows(),
          PredictiveModel.asked(servable.model()),
          (signature, why) ->
              LOG.log(
                  Level.INFO, "{0}, signature {1}: not compiled: {2}", directory, signature, why));
      SignatureRunner first = servable;
      Optional<BatchScheduler> batches = threads.batches();
      if (batches.isPresent()) {
        BatchedModel batched = new BatchedModel(servable, batches.get(), BatchListener.NONE);
        served = batched;
        first = batched.warming();
      }
      return tried(directory, served, first);
    } catch (IOException | RuntimeException | Error e) {
      served.close(); // with its queue
      throw e;
    }
  }

  /** The first run is slow, and reveals a model that does not match its description. */
  private static LoadedModel tried(Path directory, ServedModel served, SignatureRunner runner)
      throws InvalidFileException {
    try {
      LoadedModel model = new LoadedModel(directory, served);
      RowPredictor.of(served.model(), runner)
          .addPredictions(typical(model.card().schema()), new ArrayList<>());
      return model;
    } catch (ServingException | IllegalStateException e) {
      throw new InvalidFileException(directory, String.valueOf(e.getMessage()), e);
    }
  }

  /** A valid row of the model. */
  private static InputCells typical(TableSchema schema) {
    float[] numbers = new float[schema.numeric().size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) schema.numeric().get(i).mean();
    }
    String[] texts =
        schema.text().stream().map(TextInput::examples).map(t -> t.get(0)).toArray(String[]::new);
    return new InputCells(numbers, texts, 1);
  }

  /** What it is. */
  ModelCard card() {
    return card;
  }

  @Override
  public InputRows rows() {
    return rows;
  }

  @Override
  public int outputs() {
    return card.schema().targets().size();
  }

  @Override
  public List<Prediction> predict(InputCells cells) {
    List<Prediction> predictions = new ArrayList<>(cells.rows());
    predictor.addPredictions(cells, predictions);
    predictions.replaceAll(prediction -> prediction.of(card.version()));
    return predictions;
  }

  @Override
  public List<float[]> draw(InputCells cells, long[] seeds) {
    cells.requireOneEach(seeds);
    return predictor.draw(cells, seeds);
  }

  @Override
  public void close() {
    served.close();
  }
}
