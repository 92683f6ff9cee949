// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.train.internal.result.PredictionScores;
import java.util.List;
import java.util.stream.IntStream;

/** Scores a model's predictions of a table's rows, block by block. */
public final class ModelScoring {
  private final DistributionSource source;
  private final PredictionScoring scoring;
  private final RowDivisions divisions;

  /**
   * Scores the predictions of a source.
   *
   * @param levels of the central intervals
   * @param further scores besides the usual ones
   * @param columns by whose cells the coverage is divided
   */
  public ModelScoring(
      DistributionSource source,
      List<Double> levels,
      List<ScoreOptions.Further> further,
      List<String> columns) {
    TableSchema schema = source.schema();
    this.source = source;
    this.divisions = new RowDivisions(columns, schema);
    this.scoring =
        new PredictionScoring(
            schema.targetNames(),
            ScoreOptions.of(levels)
                .withDensity(source.density())
                .withAtoms(schema.atoms())
                .withFurther(further),
            source.conformal());
  }

  /**
   * Scores some rows.
   *
   * @param table holds inputs and targets
   * @param rows which rows
   * @param read the same table as it was read, before gaps were filled
   * @param weights how much each of them counts
   */
  public void add(Table table, int[] rows, Table read, Draws draws, RowWeights weights) {
    divisions.add(read, rows);
    double[][] observed = new TableEncoding(source.schema()).observed(table, rows);
    scoring.add(
        draws, observed, weights, source.intervals(draws, table, rows), source.groups(table, rows));
    source
        .logDensities(table, rows, observed)
        .ifPresent(logs -> scoring.addLogDensities(logs, weights));
  }

  /** The scores of all rows so far, at least one. */
  public PredictionScores scores() {
    return scoring.scores(divisions.all());
  }

  /**
   * Scores all rows.
   *
   * @param table holds inputs and targets
   * @param read the same table as it was read, before gaps were filled
   * @param weights how much each row counts
   * @throws io.otd.train.internal.prediction.UnpredictableRowException if a prediction is not
   *     finite
   */
  public PredictionScores of(Table table, Table read, RowWeights weights) {
    int block = source.block();
    for (int from = 0; from < table.rows(); from += block) {
      int[] rows = IntStream.range(from, Math.min(table.rows(), from + block)).toArray();
      add(table, rows, read, source.draw(table, rows), weights.at(rows));
    }
    return scores();
  }
}
