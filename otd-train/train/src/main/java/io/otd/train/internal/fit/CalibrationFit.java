// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalFit;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.Evaluation;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.train.settings.CalibrationSettings;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The fits on the calibration rows. If both the recalibration and conformal intervals are
 * requested, each gets every other row: intervals of draws that were recalibrated on the same rows
 * would not be exchangeable with new ones.
 *
 * @param settings which
 * @param levels of the intervals
 * @param floors of the standard deviation of each target, in its units
 */
record CalibrationFit(CalibrationSettings settings, List<Double> levels, List<Double> floors) {
  /** Of the standard deviation of the training targets. */
  static final double FLOOR_SHARE = 1e-3;

  /**
   * Fits.
   *
   * @param predictions of rows by their numbers, by a model whose spread alone is calibrated
   * @param rows the calibration rows, at least {@link CalibrationSettings#fewestRows}
   * @param spread that calibration
   * @param warnings receives a warning if there are too few rows
   */
  Calibration fit(
      TablePredictions predictions, int[] rows, Calibration spread, Consumer<String> warnings) {
    Calibration result = spread;
    boolean both = settings.isotonic() && conformal();
    if (settings.isotonic()) {
      result =
          result.with(
              isotonic(floors.size(), blocks(predictions, both ? every(rows, 0) : rows, result)));
    }
    if (conformal()) {
      result =
          result.with(
              conformal(rule(), levels, blocks(predictions, both ? every(rows, 1) : rows, result)));
      result.conformal().notices().forEach(warnings);
    }
    return result;
  }

  private boolean conformal() {
    return settings.conformal() != CalibrationSettings.Conformal.NONE;
  }

  private static int[] every(int[] rows, int from) {
    return IntStream.range(0, rows.length).filter(i -> i % 2 == from).map(i -> rows[i]).toArray();
  }

  private ConformalRule rule() {
    boolean joint = settings.conformal() == CalibrationSettings.Conformal.JOINT;
    return settings.conformal() == CalibrationSettings.Conformal.CQR
        ? new ConformalRule.Quantiles()
        : new ConformalRule.Normalized(floors, joint);
  }

  /** Predictions of rows, calibrated as far as fitted. */
  private Blocks blocks(TablePredictions predictions, int[] rows, Calibration fitted) {
    TrainedModel model = predictions.sampler().model().with(fitted);
    GroupColumns columns = GroupColumns.of(model.schema(), settings.by());
    return to ->
        predictions.forEach(
            rows,
            (x, network, observed, weights) ->
                to.accept(model.calibrated(network, x), observed, weights, columns.of(x)));
  }

  /** Rows in blocks. */
  interface Blocks {
    /** Passes on all rows. */
    void forEach(Block to);
  }

  /** Takes some rows. */
  interface Block {
    /**
     * Takes a block.
     *
     * @param draws {@code [K, n, d_y]} in the targets' units, as calibrated as they are before the
     *     fit
     * @param observed {@code [n][d_y]}
     * @param weights how much each row counts
     * @param groups of the rows
     */
    void accept(Draws draws, double[][] observed, RowWeights weights, List<RowGroup> groups);
  }

  /** The recalibration of the whole distribution. */
  static IsotonicCalibration isotonic(int outputs, Blocks blocks) {
    Evaluation scored = new Evaluation(outputs, ScoreOptions.of(List.of(.5)));
    blocks.forEach((draws, observed, weights, groups) -> scored.add(draws, observed, weights.of()));
    RowScores rows = scored.byRow();
    return IsotonicCalibration.fit(
        rows.outputs().stream().map(RowScores.Output::transform).toList(),
        new RowWeights(rows.weight()));
  }

  /** The intervals by a rule. */
  static ConformalCalibration conformal(ConformalRule rule, List<Double> levels, Blocks blocks) {
    ConformalFit fit = new ConformalFit(rule, levels);
    blocks.forEach(fit::add);
    return fit.fitted();
  }
}
