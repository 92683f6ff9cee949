// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.Arrays;

/**
 * The loss of a prediction against the observed values of its base row: the energy score of all
 * targets together, then, if there are several, that of each separately.
 *
 * @param drawn predictions
 * @param observed {@code [rows of the pool][d_y]}; rows that are not a base may hold NaN
 */
record RowLosses(DrawnRows drawn, double[][] observed) implements RowFunction {
  @Override
  public double[][] of(MixedRows rows) {
    int outputs = observed[0].length;
    double[][] result = new double[rows.size()][outputs == 1 ? 1 : 1 + outputs];
    drawn.forEach(
        rows,
        (draws, first) -> {
          double[][] seen = new double[draws.rows()][];
          Arrays.setAll(seen, i -> observed[rows.base(first + i)]);
          put(draws, seen, result, first, 0);
          for (int j = 0; outputs > 1 && j < outputs; j++) {
            int output = j;
            double[][] one =
                Arrays.stream(seen).map(y -> new double[] {y[output]}).toArray(double[][]::new);
            put(draws.output(j), one, result, first, 1 + j);
          }
        });
    return result;
  }

  private static void put(
      Draws draws, double[][] observed, double[][] result, int first, int place) {
    double[] scores = SampleEnergyScore.of(draws, observed).byRow();
    for (int i = 0; i < scores.length; i++) {
      result[first + i][place] = scores[i];
    }
  }
}
