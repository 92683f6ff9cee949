// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.schema.TableSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Predictive distributions from an exported model, whatever computes them.
 *
 * <p>Any number of threads may use one predictor. The same rows give the same predictions in every
 * thread and process; a row gives the same prediction whatever is asked with it, but for rounding.
 * Closing waits for predictions under way, and may be done more than once; predicting afterwards
 * throws {@link IllegalStateException}.
 */
public interface Predictor extends AutoCloseable {
  /** The columns: what cells may hold, how they are encoded, how targets are transformed. */
  TableSchema schema();

  /** Names of the input columns, in the order of the values of a row. */
  default List<String> inputs() {
    return schema().inputNames();
  }

  /** Names of the targets, in order. */
  default List<String> targets() {
    return schema().targetNames();
  }

  /** S: number of draws of a prediction. */
  int draws();

  /** Levels of the quantiles that the model's own signatures give. */
  List<BigDecimal> levels();

  /** Levels that the intervals were conformally calibrated for, possibly none. */
  List<Double> conformalLevels();

  /** Metrics of the training run, by name. */
  Map<String, Double> metrics();

  /** Number of the version that answers, where its directory is named by one. */
  OptionalLong version();

  /**
   * Predicts one row of a model whose columns are all numbers.
   *
   * @param row a number a column, in its units, finite; NaN for a missing cell where one may be
   *     missing
   * @throws IllegalArgumentException naming the column, if the row is not as expected
   */
  default Prediction predict(float[] row) {
    return predict(row, 1).get(0);
  }

  /**
   * Predicts rows of a model whose columns are all numbers.
   *
   * @param rows n rows, may be 0, each as for {@link #predict(float[])}
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  List<Prediction> predict(float[][] rows);

  /**
   * Predicts rows that stand one after another in an array, of a model whose columns are all
   * numbers.
   *
   * @param values row-major, each row as for {@link #predict(float[])}
   * @param rows n, may be 0
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  List<Prediction> predict(float[] values, int rows);

  /**
   * Predicts rows whose numbers stand one after another in one array, and their texts in another.
   *
   * @param numbers cells of the columns of numbers, in their order among {@link #inputs}, row-major
   * @param texts likewise of the columns of texts; empty for a missing cell
   * @param rows n, may be 0
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  List<Prediction> predict(float[] numbers, String[] texts, int rows);

  /**
   * Predicts one row given by column names.
   *
   * @param row for every input column a {@link Number}, or a text for a column of texts, and
   *     nothing else; a column may be left out where its cells may be missing
   * @throws IllegalArgumentException naming the column, if the row is not as expected
   */
  default Prediction predict(Map<String, ?> row) {
    return predict(List.of(row)).get(0);
  }

  /**
   * Predicts rows given by column names.
   *
   * @param rows each as for {@link #predict(Map)}
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  List<Prediction> predict(List<? extends Map<String, ?>> rows);

  /**
   * Draws with fresh masks, a stream of its own for each row's seed: the same row and seed always
   * give the same draws, whatever is asked with them, but for rounding.
   *
   * @param rows n rows, each as for {@link #predict(float[])}
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  float[][][] draw(float[][] rows, long[] seeds);

  /**
   * Draws with fresh masks for rows given by column names.
   *
   * @param rows each as for {@link #predict(Map)}
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  float[][][] draw(List<? extends Map<String, ?>> rows, long[] seeds);

  @Override
  void close();
}
