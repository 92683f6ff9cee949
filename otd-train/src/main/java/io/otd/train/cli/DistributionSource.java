package io.otd.train.cli;

import io.otd.core.metrics.Draws;
import io.otd.core.schema.TableSchema;
import io.otd.train.data.Table;
import java.util.Optional;

/** A model that gives predictive distributions of the rows of a table, in the target's units. */
sealed interface DistributionSource extends AutoCloseable permits TrainedSource, ExportedSource {
  /** Columns that it reads and predicts. */
  TableSchema schema();

  /** SHA-256 of the table that it was trained on, hexadecimal, or "none". */
  String dataHash();

  /** K: draws of a prediction. */
  int draws();

  /**
   * Draws predictions.
   *
   * @param table holds the input columns
   * @param rows which rows, at least one
   * @return {@code [K, n, d_y]}; draw k of every row is of one realisation of the model, where its
   *     rows share their masks
   */
  Draws draw(Table table, int[] rows);

  /**
   * The log density of observations, where the model says it, and not its draws.
   *
   * @param table holds the input columns
   * @param rows which rows, at least one
   * @param observed {@code [n][d_y]}, in the target's units
   * @return natural logarithm, {@code [n]}
   */
  Optional<double[]> logDensities(Table table, int[] rows, double[][] observed);

  @Override
  void close();
}
