// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.train.internal.prediction.PredictionScoring;
import io.otd.train.internal.prediction.RowDivisions;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.result.PredictionScores;
import io.otd.train.internal.result.TestFields;
import io.otd.train.internal.result.TestResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Measures a model on test rows. */
final class TestScoring {
  /** Rows whose draws are kept. */
  private static final int MAX_EXAMPLES = 500;

  private TestScoring() {}

  /**
   * Measures a model.
   *
   * @param predictions of the table's rows
   * @param rows numbers of the test rows in the table, at least one
   * @param model that predicts
   * @param options what is scored
   * @param columns by which the coverage is divided
   * @throws UnpredictableRowException if a prediction is not finite
   */
  static TestResult of(
      TablePredictions predictions,
      int[] rows,
      TrainedModel model,
      ScoreOptions options,
      List<String> columns) {
    RowDivisions divisions = new RowDivisions(columns, model.schema());
    divisions.add(predictions.data().table(), rows);
    List<String> targets = model.schema().targetNames();
    PredictionScoring after =
        new PredictionScoring(targets, options, model.calibration().conformal());
    boolean same = model.calibration().keepsDraws();
    PredictionScoring before =
        same ? after : new PredictionScoring(targets, options, ConformalCalibration.NONE);
    List<Draws> first = new ArrayList<>();
    predictions.forEach(
        rows,
        (x, network, observed, weights) -> {
          Draws calibrated = model.calibrated(network, x);
          after.add(calibrated, observed, weights, model.intervals(calibrated, x), model.groups(x));
          predictions
              .sampler()
              .logDensities(x, observed)
              .ifPresent(logs -> after.addLogDensities(logs, weights));
          if (!same) {
            before.add(model.uncalibrated(network), observed, weights);
          }
          if (first.isEmpty()) {
            first.add(calibrated.rows(0, Math.min(MAX_EXAMPLES, calibrated.rows())));
          }
        });
    PreparedTable data = predictions.data();
    return new TestResult(
        valid(data, after.byRow(), rows).apply(after.scores(divisions.all())),
        valid(data, before.byRow(), rows).apply(before.scores()).ofDraws(),
        after.byRow(),
        before.byRow(),
        numbers(data, rows),
        first.get(0));
  }

  private static UnaryOperator<PredictionScores> valid(
      PreparedTable data, RowScores scored, int[] rows) {
    return data.fields()
        .map(fields -> new TestFields(fields.at(), scored, rows))
        .<UnaryOperator<PredictionScores>>map(fields -> fields::scores)
        .orElse(UnaryOperator.identity());
  }

  /** The points of fields as they are counted; rows as in the file, also if it has others. */
  private static int[] numbers(PreparedTable data, int[] rows) {
    return data.fields().isPresent()
        ? rows
        : Arrays.stream(rows).map(row -> Math.toIntExact(data.table().number(row) - 1)).toArray();
  }
}
