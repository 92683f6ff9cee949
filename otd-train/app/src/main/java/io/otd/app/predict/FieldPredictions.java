// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TargetColumn;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.internal.numpy.NpyArray;
import io.otd.table.problem.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Predictions of fields as arrays, in single precision: {@code mean} and {@code std} {@code [M, G,
 * d_y]}, {@code quantiles} {@code [M, Q, G, d_y]}, of conformal intervals {@code lower} and {@code
 * upper} {@code [M, L, G, d_y]}, and {@code draws} {@code [M, N, G, d_y]}. Filled row by row, point
 * after point of case after case.
 */
final class FieldPredictions {
  private final FieldPoints points;
  private final List<TargetColumn> values;
  private final List<Double> quantiles;
  private final ConformalCalibration conformal;
  private final float[][] mean;
  private final float[][] std;
  private final float[][] quantile;
  private final float[][] lower;
  private final float[][] upper;
  private final float[][] drawn;
  private final int samples;
  private long next;

  /**
   * Starts without predictions.
   *
   * @param points where fields are predicted
   * @param values what is predicted, d_y of them
   * @param quantiles probabilities, in (0, 1)
   * @param conformal the calibrated intervals, possibly none
   * @param samples N, draws that are kept
   */
  FieldPredictions(
      FieldPoints points,
      List<TargetColumn> values,
      List<Double> quantiles,
      ConformalCalibration conformal,
      int samples) {
    this.points = points;
    this.values = values;
    this.quantiles = quantiles;
    this.conformal = conformal;
    this.samples = samples;
    this.mean = fields(1);
    this.std = fields(1);
    this.quantile = fields(quantiles.size());
    this.lower = fields(conformal.levels().size());
    this.upper = fields(conformal.levels().size());
    this.drawn = fields(samples);
  }

  /** Number of fields per case. */
  private float[][] fields(int count) {
    long numbers = (long) count * points.points() * values.size();
    if (numbers > Integer.MAX_VALUE / Float.BYTES) {
      throw new InputException(
          "%s fields of %s points a case (expected: at most 2^29 numbers a case)"
              .formatted(count, points.points()));
    }
    return new float[points.cases()][(int) numbers];
  }

  /**
   * Takes the next rows.
   *
   * @param draws {@code [K, n, d_y]}, K at least N
   */
  void add(Draws draws) {
    List<CentralIntervals> intervals = conformal.intervals(draws, values);
    for (int i = 0; i < draws.rows(); i++, next++) {
      int which = (int) (next / points.points());
      for (int j = 0; j < values.size(); j++) {
        int at = (int) (next % points.points()) * values.size() + j;
        add(draws, intervals, i, j, which, at);
      }
    }
  }

  private void add(
      Draws draws, List<CentralIntervals> intervals, int row, int output, int which, int at) {
    int field = points.points() * values.size();
    mean[which][at] = (float) draws.mean(row, output);
    std[which][at] = (float) draws.standardDeviation(row, output);
    double[] ascending = draws.sorted(row, output);
    for (int q = 0; q < quantiles.size(); q++) {
      quantile[which][q * field + at] =
          (float) EmpiricalQuantile.at(quantiles.get(q)).of(ascending);
    }
    for (int l = 0; l < intervals.size(); l++) {
      lower[which][l * field + at] = (float) intervals.get(l).low(row, output);
      upper[which][l * field + at] = (float) intervals.get(l).high(row, output);
    }
    for (int k = 0; k < samples; k++) {
      drawn[which][k * field + at] = (float) draws.get(k, row, output);
    }
  }

  /** The arrays of the file, by name. */
  Map<String, NpyArray> arrays() {
    int grid = points.points();
    int outputs = values.size();
    List<Double> levels = conformal.levels().stream().map(ConformalLevel::level).toList();
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("mean", NpyArray.floats(mean, grid, outputs));
    arrays.put("std", NpyArray.floats(std, grid, outputs));
    arrays.put("quantile_levels", numbers(quantiles));
    arrays.put("quantiles", NpyArray.floats(quantile, quantiles.size(), grid, outputs));
    if (!levels.isEmpty()) {
      arrays.put("interval_levels", numbers(levels));
      arrays.put("lower", NpyArray.floats(lower, levels.size(), grid, outputs));
      arrays.put("upper", NpyArray.floats(upper, levels.size(), grid, outputs));
    }
    if (samples > 0) {
      arrays.put("draws", NpyArray.floats(drawn, samples, grid, outputs));
    }
    arrays.put("value_names", NpyArray.texts(values.stream().map(TargetColumn::name).toList()));
    return arrays;
  }

  private static NpyArray numbers(List<Double> numbers) {
    return NpyArray.doubles(numbers.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
