// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A model that computes predictive distributions of the rows of a table, in the target's units. */
public interface DistributionSource extends AutoCloseable {
  /** Columns that it reads and predicts. */
  TableSchema schema();

  /** The profile of its training rows, if known. */
  default TrainingProfile profile() {
    return TrainingProfile.NONE;
  }

  /** SHA-256 of the table that it was trained on, hexadecimal, or "none". */
  String dataHash();

  /** The settings of its training, by path; empty if unknown. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** K: draws of a prediction. */
  int draws();

  /** Number of rows to draw at once, at least 1. */
  default int block() {
    return ModelSampler.block(draws(), schema().targets().size());
  }

  /**
   * Whether draw k of all rows is one realisation of the model: whether all rows share its masks.
   */
  boolean coherent();

  /**
   * The number of the network of each draw, from 0, K of them: a component's member each, of trees
   * a member's forest.
   */
  List<Integer> networks();

  /** The kernel density for its likelihood, if it has one. */
  Optional<KdeLikelihood.Density> density();

  /** Its conformal intervals, possibly none. */
  ConformalCalibration conformal();

  /**
   * The conformal intervals of rows.
   *
   * @param draws of these rows, {@code [K, n, d_y]}
   * @param table holds the input columns
   * @param rows which rows
   * @return of each level of {@link #conformal}, possibly none
   */
  default List<CentralIntervals> intervals(Draws draws, Table table, int[] rows) {
    return conformal().intervals(draws, groups(table, rows), schema().targets());
  }

  /**
   * The groups of rows that the conformal intervals tell apart.
   *
   * @param table holds the input columns
   * @param rows which rows
   * @return of each row; none if there are no groups
   */
  default List<RowGroup> groups(Table table, int[] rows) {
    if (conformal().groups().isEmpty()) {
      return Collections.nCopies(rows.length, RowGroup.NONE);
    }
    return conformal().columns(schema()).of(new TableEncoding(schema()).inputs(table, rows));
  }

  /**
   * Draws predictions.
   *
   * @param table holds the input columns
   * @param rows which rows, at least one
   * @return {@code [K, n, d_y]}; draw k of every row is of one realisation of the model, where its
   *     rows share their masks
   * @throws UnpredictableRowException if a prediction is not finite
   */
  Draws draw(Table table, int[] rows);

  /** Draws predictions of all rows of a table, at least one, block by block. */
  default Draws draw(Table table) {
    List<Draws> blocks = new ArrayList<>();
    for (int from = 0; from < table.rows(); from += block()) {
      int to = Math.min(table.rows(), from + block());
      blocks.add(draw(table, IntStream.range(from, to).toArray()));
    }
    return Draws.ofRows(blocks);
  }

  /**
   * The log density of the observed values, if the model has one.
   *
   * @param table holds the input columns
   * @param rows which rows
   * @param observed {@code [n][d_y]}
   * @return natural logarithm, {@code [n]}, of the density in the targets' units
   */
  Optional<double[]> logDensities(Table table, int[] rows, double[][] observed);

  @Override
  void close();
}
