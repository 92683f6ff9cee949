// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import java.util.List;

/**
 * Mean, standard deviation and quantiles of each target: numbers of a predictive distribution, one
 * after another, those of the first target first.
 *
 * @param drawn predictions
 * @param quantiles levels, each in (0, 1)
 */
record Summaries(DrawnRows drawn, List<Double> quantiles) implements RowFunction {
  private static final int MOMENTS = 2;

  /** Place of the mean of a target. */
  int mean(int target) {
    return target * width();
  }

  /** Place of the standard deviation of a target. */
  int deviation(int target) {
    return target * width() + 1;
  }

  /** Place of a quantile of a target. */
  int quantile(int target, int level) {
    return target * width() + MOMENTS + level;
  }

  private int width() {
    return MOMENTS + quantiles.size();
  }

  @Override
  public double[][] of(MixedRows rows) {
    List<EmpiricalQuantile> levels = quantiles.stream().map(EmpiricalQuantile::at).toList();
    double[][] result = new double[rows.size()][];
    drawn.forEach(
        rows,
        (draws, first) -> {
          for (int i = 0; i < draws.rows(); i++) {
            result[first + i] = of(draws, i, levels);
          }
        });
    return result;
  }

  private double[] of(Draws draws, int row, List<EmpiricalQuantile> levels) {
    double[] numbers = new double[draws.outputs() * width()];
    for (int target = 0; target < draws.outputs(); target++) {
      numbers[mean(target)] = draws.mean(row, target);
      numbers[deviation(target)] = draws.standardDeviation(row, target);
      if (!levels.isEmpty()) {
        double[] ascending = draws.sorted(row, target);
        for (int level = 0; level < levels.size(); level++) {
          numbers[quantile(target, level)] = levels.get(level).of(ascending);
        }
      }
    }
    return numbers;
  }
}
