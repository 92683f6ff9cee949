// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.predict.internal.PredictedDraws;
import io.otd.spark.internal.shipping.OpenModels;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Scores the predictions of a partition's rows.
 *
 * @param plan what is predicted
 * @param targets places of the observed values in a row
 */
record PartitionEvaluator(ScoringPlan plan, List<Integer> targets)
    implements FlatMapFunction<Iterator<Row>, ScoreTotals> {
  /** Rows whose scores are in memory: a few numbers each. */
  private static final int ROWS_AT_ONCE = 4096;

  @Override
  public Iterator<ScoreTotals> call(Iterator<Row> rows) {
    Predictor predictor = OpenModels.of(plan.model());
    TrainingRange range = plan.model().range(predictor.schema());
    ScoreOptions options =
        ScoreOptions.of(DatasetEvaluation.LEVELS).withAtoms(predictor.schema().atoms());
    ScoreTotals totals = new ScoreTotals();
    long before = 0;
    while (rows.hasNext()) {
      Evaluation evaluation = new Evaluation(targets.size(), options);
      int taken = 0;
      while (rows.hasNext() && taken < ROWS_AT_ONCE) {
        taken += block(predictor, range, rows, before + taken, evaluation);
      }
      if (evaluation.rows() > 0) {
        totals.add(evaluation.scores(), evaluation.rows());
      }
      before += taken;
    }
    return List.of(totals).iterator();
  }

  private int block(
      Predictor predictor,
      TrainingRange range,
      Iterator<Row> rows,
      long before,
      Evaluation evaluation) {
    int most = plan.model().engine().rows();
    CellBlock cells = new CellBlock(predictor.schema(), range, most);
    List<Accepted> accepted = new ArrayList<>();
    int taken = 0;
    while (taken < most && rows.hasNext()) {
      Row row = rows.next();
      taken++;
      double[] values = observed(row);
      @Nullable Object[] inputs = plan.inputs().places().stream().map(row::get).toArray();
      String problem = problem(predictor, values);
      if (problem.isEmpty()) {
        problem = cells.add(inputs);
      }
      if (problem.isEmpty()) {
        accepted.add(new Accepted(before + taken, inputs, values));
      } else {
        refuse(before + taken, problem);
      }
    }
    if (!accepted.isEmpty()) {
      evaluate(predictor, cells, accepted, evaluation);
    }
    return taken;
  }

  /**
   * A row that can be predicted.
   *
   * @param number in the partition, from 1
   */
  private record Accepted(long number, @Nullable Object[] inputs, double[] observed) {}

  private void refuse(long number, String problem) {
    if (plan.shape().badRows() == BadRowRule.FAIL) {
      throw new IllegalArgumentException(
          "row %s of partition %s: %s".formatted(number, TaskContext.getPartitionId(), problem));
    }
  }

  private void evaluate(
      Predictor predictor, CellBlock cells, List<Accepted> accepted, Evaluation evaluation) {
    FinitePredictions finite = new FinitePredictions(predictor);
    List<Prediction> all = predictor.predict(cells.numbers(), cells.texts(), cells.rows());
    List<Prediction> predictions = new ArrayList<>();
    List<double[]> observed = new ArrayList<>();
    for (int i = 0; i < accepted.size(); i++) {
      String problem = finite.problem(all.get(i), accepted.get(i).inputs());
      if (problem.isEmpty()) {
        predictions.add(all.get(i));
        observed.add(accepted.get(i).observed());
      } else {
        refuse(accepted.get(i).number(), problem);
      }
    }
    if (!predictions.isEmpty()) {
      evaluation.add(
          PredictedDraws.of(predictor.schema().targets(), predictions),
          observed.toArray(double[][]::new));
    }
  }

  private double[] observed(Row row) {
    double[] values = new double[targets.size()];
    for (int j = 0; j < values.length; j++) {
      Object cell = row.get(targets.get(j));
      values[j] = cell == null ? Double.NaN : CellType.number(cell);
    }
    return values;
  }

  private static String problem(Predictor predictor, double[] values) {
    for (int j = 0; j < values.length; j++) {
      if (!Double.isFinite(values[j])) {
        return "target \"%s\": %s (expected: a number)"
            .formatted(predictor.targets().get(j), Double.isNaN(values[j]) ? "missing" : values[j]);
      }
    }
    return "";
  }
}
