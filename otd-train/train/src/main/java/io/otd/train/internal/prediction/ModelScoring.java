// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.metrics.ScoreOptions;
import io.otd.core.schema.TableSchema;
import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.train.internal.result.PredictionScores;
import java.util.List;
import java.util.stream.IntStream;

/** Scores a model's predictions of a table's rows, block by block. */
public final class ModelScoring {
  private final DistributionSource source;
  private final List<Double> levels;

  /**
   * Scores the predictions of a source.
   *
   * @param source the model
   * @param levels of the central intervals
   */
  public ModelScoring(DistributionSource source, List<Double> levels) {
    this.source = source;
    this.levels = levels;
  }

  /**
   * Scores all rows.
   *
   * @param table holds inputs and targets
   * @throws io.otd.train.internal.prediction.UnpredictableRowException if a prediction is not
   *     finite
   */
  public PredictionScores of(Table table) {
    TableSchema schema = source.schema();
    List<double[]> targets = schema.targetNames().stream().map(t -> Numbers.of(table, t)).toList();
    PredictionScoring scoring =
        new PredictionScoring(
            schema.targetNames(),
            ScoreOptions.of(levels).withDensity(source.density()).withAtoms(schema.atoms()),
            source.conformal());
    int block = source.block();
    for (int from = 0; from < table.rows(); from += block) {
      int[] rows = IntStream.range(from, Math.min(table.rows(), from + block)).toArray();
      double[][] observed = observed(targets, rows);
      scoring.add(source.draw(table, rows), observed);
      source.logDensities(table, rows, observed).ifPresent(scoring::addLogDensities);
    }
    return scoring.scores();
  }

  private static double[][] observed(List<double[]> targets, int[] rows) {
    double[][] observed = new double[rows.length][targets.size()];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < targets.size(); j++) {
        observed[i][j] = targets.get(j)[rows[i]];
      }
    }
    return observed;
  }
}
