// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

/**
 * The negative log-likelihood {@code -1/n sum_i log f_i(y_i)} under densities that are known, not
 * estimated from draws: each row's is a mixture of components of equal weight, such as the members
 * of a deep ensemble (Lakshminarayanan et al. 2017). Natural logarithm; lower is better.
 */
public final class AnalyticLikelihood {
  /** Name of the score among {@code PredictiveScores}. */
  public static final String NAME = "nll_analytic";

  private AnalyticLikelihood() {}

  /**
   * {@code log f_i(y_i)} of each row: {@code log 1/P sum_k exp(l_ik) - jacobian_i}.
   *
   * @param components log density of the observation under each component, in the units of the
   *     model, {@code [n][P]}, P at least 1
   * @param logJacobian of each row, {@code [n]}: the log of the volume of the target's units that
   *     one unit of the model is there
   * @return {@code [n]}
   */
  public static double[] logDensities(double[][] components, double[] logJacobian) {
    if (components.length != logJacobian.length) {
      throw new IllegalArgumentException(
          "rows: %s densities, %s Jacobians (expected: the same number)"
              .formatted(components.length, logJacobian.length));
    }
    double[] result = new double[components.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = LogSumExp.mean(components[i]) - logJacobian[i];
    }
    return result;
  }
}
