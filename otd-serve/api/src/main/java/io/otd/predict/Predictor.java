// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.schema.TableSchema;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Predictive distributions from an exported model, with any engine.
 *
 * <p>A predictor is thread-safe. The same rows give the same predictions in every thread and
 * process. Up to rounding, the prediction of a row does not depend on the other rows of the
 * request. Closing waits for running predictions, and may be repeated; predicting afterwards throws
 * {@link IllegalStateException}.
 */
public interface Predictor extends AutoCloseable {
  /** What the model that answers is. */
  ModelCard card();

  /**
   * Does some work with the version that answers, which stays the same meanwhile.
   *
   * @throws IllegalStateException if this is closed
   */
  <T> T during(Function<CellPredictor, T> work);

  /** The columns: permitted cells, their encoding, the transforms of the targets. */
  default TableSchema schema() {
    return card().schema();
  }

  /** Names of the input columns, in the order of the values of a row. */
  default List<String> inputs() {
    return schema().inputNames();
  }

  /** Names of the targets, in order. */
  default List<String> targets() {
    return schema().targetNames();
  }

  /** S: number of draws of a prediction. */
  default int draws() {
    return card().draws();
  }

  /** Levels of the quantiles in the model's own signatures. */
  default List<BigDecimal> levels() {
    return card().levels();
  }

  /** Levels for which the intervals were conformally calibrated, possibly none. */
  default List<Double> conformalLevels() {
    return card().conformalLevels();
  }

  /** Metrics of the training run, by name. */
  default Map<String, Double> metrics() {
    return card().metrics();
  }

  /** Number of the version that answers, if its directory is named by a number. */
  default OptionalLong version() {
    return card().version();
  }

  /**
   * Predicts one row of a model whose columns are all numbers.
   *
   * @param row one number per column, in its units, finite; NaN for a missing cell if one may be
   *     missing
   * @throws IllegalArgumentException naming the column, if the row is invalid
   */
  default Prediction predict(float[] row) {
    return predict(row, 1).get(0);
  }

  /**
   * Predicts rows of a model whose columns are all numbers.
   *
   * @param rows n rows, may be 0, each as for {@link #predict(float[])}
   * @return one prediction per row
   * @throws IllegalArgumentException naming row and column, if a row is invalid
   */
  default List<Prediction> predict(float[][] rows) {
    return during(model -> model.predict(model.rows().of(rows)));
  }

  /**
   * Predicts rows stored one after another in an array, of a model whose columns are all numbers.
   *
   * @param values row-major, each row as for {@link #predict(float[])}
   * @param rows n, may be 0
   * @return one prediction per row
   * @throws IllegalArgumentException naming row and column, if a row is invalid
   */
  default List<Prediction> predict(float[] values, int rows) {
    return during(model -> model.predict(model.rows().of(values, rows)));
  }

  /**
   * Predicts rows whose numbers are stored one after another in one array, and their texts in
   * another.
   *
   * @param numbers cells of the columns of numbers, in their order among {@link #inputs}, row-major
   * @param texts likewise for the columns of texts; empty for a missing cell
   * @param rows n, may be 0
   * @return one prediction per row
   * @throws IllegalArgumentException naming row and column, if a row is invalid
   */
  default List<Prediction> predict(float[] numbers, String[] texts, int rows) {
    return during(model -> model.predict(model.rows().of(numbers, texts, rows)));
  }

  /**
   * Predicts one row given by column names.
   *
   * @param row for every input column a {@link Number}, or a text for a column of texts, and
   *     nothing else; a column may be left out if its cells may be missing
   * @throws IllegalArgumentException naming the column, if the row is invalid
   */
  default Prediction predict(Map<String, ?> row) {
    return predict(List.of(row)).get(0);
  }

  /**
   * Predicts rows given by column names.
   *
   * @param rows each as for {@link #predict(Map)}
   * @return one prediction per row
   * @throws IllegalArgumentException naming row and column, if a row is invalid
   */
  default List<Prediction> predict(List<? extends Map<String, ?>> rows) {
    return during(model -> model.predict(model.rows().of(rows)));
  }

  /**
   * Draws with fresh masks, from a separate random stream for each row's seed. Up to rounding, the
   * same row and seed always give the same draws, regardless of the other rows of the request.
   *
   * @param rows n rows, each as for {@link #predict(float[])}
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is invalid; if there are more
   *     or fewer seeds than rows
   */
  default float[][][] draw(float[][] rows, long[] seeds) {
    return during(model -> draw(model, model.rows().of(rows), seeds));
  }

  /**
   * Draws with fresh masks for rows given by column names.
   *
   * @param rows each as for {@link #predict(Map)}
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is invalid; if there are more
   *     or fewer seeds than rows
   */
  default float[][][] draw(List<? extends Map<String, ?>> rows, long[] seeds) {
    return during(model -> draw(model, model.rows().of(rows), seeds));
  }

  /**
   * Draws with fresh masks for rows whose numbers are stored in one array, and their texts in
   * another.
   *
   * @param numbers as for {@link #predict(float[], String[], int)}
   * @param texts likewise
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is invalid
   */
  default float[][][] draw(float[] numbers, String[] texts, long[] seeds) {
    return during(model -> draw(model, model.rows().of(numbers, texts, seeds.length), seeds));
  }

  private static float[][][] draw(CellPredictor model, InputCells cells, long[] seeds) {
    int outputs = model.outputs();
    return model.draw(cells, seeds).stream()
        .map(
            samples ->
                IntStream.iterate(0, at -> at < samples.length, at -> at + outputs)
                    .mapToObj(at -> Arrays.copyOfRange(samples, at, at + outputs))
                    .toArray(float[][]::new))
        .toArray(float[][][]::new);
  }

  @Override
  void close();
}
