// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.weight.RowWeights;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;

/**
 * The one-sample Kolmogorov-Smirnov test of whether values are uniform on (0, 1), as {@linkplain
 * ProbabilityIntegralTransform transforms} of calibrated predictions are.
 *
 * @implNote The distribution of the statistic is that of Apache Commons Statistics (Simard and
 *     L'Ecuyer 2011): exact for few values, asymptotic for many.
 * @param statistic largest distance of the empirical distribution function from the diagonal, in
 *     [0, 1]
 * @param pValue probability of a statistic at least as large from independent uniform values, in
 *     [0, 1]
 */
public record UniformityTest(double statistic, double pValue) {
  private static final int FEWEST = 2;

  /**
   * The largest distance of the weighted distribution function of values from the diagonal, in [0,
   * 1]. It has no test: how much it varies depends on the weights.
   *
   * @param values in [0, 1], at least one
   * @param weights above 0
   */
  static double statistic(double[] values, double[] weights) {
    double all = new RowWeights(weights).sum();
    double below = 0;
    double largest = 0;
    for (int row : RowWeights.ascending(values)) {
      largest = Math.max(largest, Math.abs(values[row] - below / all));
      below += weights[row];
      largest = Math.max(largest, Math.abs(values[row] - below / all));
    }
    return largest;
  }

  /**
   * Tests values.
   *
   * @param values in [0, 1], at least 2; independent, or the p-value means little
   * @throws IllegalArgumentException if there are fewer or one is out of range
   */
  public static UniformityTest of(double[] values) {
    Check.that(values.length >= FEWEST, "values of a uniformity test", values.length, "at least 2");
    for (double value : values) {
      Check.that(value >= 0 && value <= 1, "value", value, "in [0, 1]");
    }
    KolmogorovSmirnovTest.OneResult result =
        KolmogorovSmirnovTest.withDefaults().test(values, u -> u);
    return new UniformityTest(result.getStatistic(), result.getPValue());
  }
}
