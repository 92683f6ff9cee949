// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.nativelibrary.NativeProblem;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.predict.CellPredictor;
import io.otd.predict.ModelCard;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.serve.internal.inspection.RefusedModelException;
import io.otd.serve.internal.lifecycle.CurrentVersion;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Predictive distributions from an exported model.
 *
 * <p>A predictor is thread-safe. The same rows give the same predictions in every thread and
 * process. Up to rounding, the prediction of a row does not depend on the other rows of the
 * request: TensorFlow's order of summation depends on the number of rows. A predictor holds native
 * memory until it is closed. Closing waits for running predictions, and may be repeated; predicting
 * afterwards throws {@link IllegalStateException}.
 *
 * <p>Opened on a directory of versions, a predictor can switch to another version while in use: on
 * request ({@link #refresh}), or by polling ({@link PredictorOptions#polling}). One version answers
 * a call; columns, draws and levels are those of the version that answers at that time. A version
 * with other input columns or targets is rejected, because existing rows would not fit it. Do not
 * change a published version.
 *
 * <p>Models are not trusted: a model that could do more than compute, e.g. read a file, is
 * rejected.
 */
public final class OtdPredictor implements Predictor {
  private final CurrentVersion<LoadedModel> current;
  private final PredictorThreads threads;

  private OtdPredictor(CurrentVersion<LoadedModel> current, PredictorThreads threads) {
    this.current = current;
    this.threads = threads;
  }

  /**
   * Opens a model with the default options.
   *
   * @param directory of one version, or of all versions, of which the highest is used
   * @throws InvalidFileException if there is none, it was not exported by otd, or it is damaged
   * @throws RefusedModelException if it could do more than compute, or is too large
   * @throws IOException if it cannot be read
   */
  public static OtdPredictor open(Path directory) throws IOException {
    return open(directory, PredictorOptions.DEFAULT);
  }

  /**
   * Opens a model.
   *
   * @param directory of one version, or of all versions, of which the highest is used
   * @throws InvalidFileException if there is none, it was not exported by otd, or it is damaged
   * @throws RefusedModelException if it could do more than compute, or is too large
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if polling is requested for a single version
   * @throws LinkageError if native code cannot be used here, naming the directory or the option
   */
  public static OtdPredictor open(Path directory, PredictorOptions options) throws IOException {
    if (!options.poll().isZero() && Files.exists(directory.resolve(ServingNames.MODEL_FILE))) {
      throw new IllegalArgumentException(
          "directory: %s is one version (expected: the directory above, to look for others in it)"
              .formatted(directory));
    }
    PredictorThreads threads = PredictorThreads.of(options, directory);
    try {
      CurrentVersion<LoadedModel> current =
          CurrentVersion.open(
              directory, LoadedModel.kind(options, threads), options.listener(), options.poll());
      threads.every(options.poll(), current::look);
      return new OtdPredictor(current, threads);
    } catch (LinkageError e) {
      threads.calm();
      threads.stop();
      throw NativeProblem.explained(e);
    } catch (IOException | RuntimeException | Error e) {
      threads.calm();
      threads.stop();
      throw e;
    }
  }

  /**
   * Switches to the highest version in the directory, if it is not the one that answers. The new
   * version is loaded and tested in the calling thread, while other threads continue with the
   * previous one, which is closed after its last use. Calls that begin after this method returns
   * are answered by the new version.
   *
   * @return whether another version answers now
   * @throws InvalidFileException if there is none, or it is damaged, or has other columns; the
   *     previous version continues to answer, here and below
   * @throws RefusedModelException if it could do more than compute, or is too large
   * @throws IOException if it cannot be read
   * @throws IllegalStateException if the predictor is closed
   */
  public boolean refresh() throws IOException {
    return current.refresh();
  }

  @Override
  public ModelCard card() {
    return current.model().card();
  }

  /**
   * Predicts one row of a model whose columns are all numbers, in another thread.
   *
   * @param row as for {@link #predict(float[])}; copied
   * @return fails as {@link #predict(float[])} does, and with a {@link RejectedExecutionException}
   *     if too many requests are waiting; a request that is cancelled before its turn does not run
   */
  public CompletableFuture<Prediction> predictAsync(float[] row) {
    float[] copy = row.clone();
    return async(() -> predict(copy));
  }

  /**
   * Predicts rows of a model whose columns are all numbers, in another thread.
   *
   * @param rows as for {@link #predict(float[][])}; copied
   * @return as for {@link #predictAsync(float[])}
   */
  public CompletableFuture<List<Prediction>> predictAsync(float[][] rows) {
    float[][] copy = Arrays.stream(rows).map(float[]::clone).toArray(float[][]::new);
    return async(() -> predict(copy));
  }

  /**
   * Predicts one row given by column names, in another thread.
   *
   * @param row as for {@link #predict(Map)}; copied
   * @return as for {@link #predictAsync(float[])}
   */
  public CompletableFuture<Prediction> predictAsync(Map<String, ?> row) {
    Map<String, ?> copy = new HashMap<>(row);
    return async(() -> predict(copy));
  }

  /**
   * Predicts rows given by column names, in another thread.
   *
   * @param rows as for {@link #predict(List)}; copied
   * @return as for {@link #predictAsync(float[])}
   */
  public CompletableFuture<List<Prediction>> predictAsync(List<? extends Map<String, ?>> rows) {
    List<HashMap<String, ?>> copy = new ArrayList<>(rows.size());
    rows.forEach(row -> copy.add(new HashMap<>(row)));
    return async(() -> predict(copy));
  }

  private <T> CompletableFuture<T> async(Supplier<T> work) {
    try {
      return CompletableFuture.supplyAsync(work, threads.asynchronous());
    } catch (RejectedExecutionException | IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public <T> T during(Function<CellPredictor, T> work) {
    try {
      return current.during(work::apply);
    } catch (ServingException e) {
      if (e.code() != StatusCode.UNAVAILABLE) {
        throw new IllegalStateException("prediction failed: " + e.getMessage(), e);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted while waiting to be joined with others");
      }
      throw new RejectedExecutionException("too many requests wait to be joined with others", e);
    }
  }

  @Override
  public void close() {
    threads.calm();
    current.close();
    threads.stop();
  }
}
