// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PointErrors;
import io.otd.core.metrics.PredictiveDispersion;

/**
 * The draws and the observed values of one row, sorted once for all scores that need it.
 *
 * @param values {@code [d_y][K]} in the order drawn
 * @param ascending {@code [d_y][K]} in ascending order
 * @param mean {@code [d_y]} of the draws
 * @param standardDeviation {@code [d_y]} of the draws, divisor K
 * @param dispersion second term of the energy score
 * @param observed {@code [d_y]}
 * @param weight above 0
 */
record DrawnRow(
    double[][] values,
    double[][] ascending,
    double[] mean,
    double[] standardDeviation,
    double dispersion,
    double[] observed,
    double weight) {
  /**
   * One row of draws.
   *
   * @param observed {@code [d_y]}, checked by the caller
   * @param weight above 0
   */
  static DrawnRow of(Draws draws, int row, double[] observed, double weight) {
    int outputs = draws.outputs();
    double[][] values = draws.byOutput(row);
    double[][] ascending = new double[outputs][];
    double[] mean = new double[outputs];
    double[] standardDeviation = new double[outputs];
    for (int j = 0; j < outputs; j++) {
      ascending[j] = draws.sorted(row, j);
      mean[j] = draws.mean(row, j);
      standardDeviation[j] = draws.standardDeviation(row, j);
    }
    double dispersion =
        outputs == 1
            ? PredictiveDispersion.of(ascending[0])
            : PredictiveDispersion.ofSeveral(values);
    return new DrawnRow(values, ascending, mean, standardDeviation, dispersion, observed, weight);
  }

  /** K. */
  int draws() {
    return values[0].length;
  }

  /** d_y. */
  int outputs() {
    return values.length;
  }

  /** The Euclidean norm of the error of the mean. */
  double error() {
    return PointErrors.of(mean, observed);
  }
}
