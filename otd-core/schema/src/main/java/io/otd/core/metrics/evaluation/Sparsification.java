// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;

/**
 * The sparsification curve (Ilg et al. 2018): the mean error of the rows that remain when the k
 * rows of largest dispersion are removed, as a share of the mean error of all rows, k from 0 to n -
 * 1. If the dispersion predicts the errors, it falls. The oracle removes the rows of largest error
 * instead, and falls fastest.
 *
 * @param curve by dispersion, {@code [n]}, the first 1; rows of equal dispersion count with the
 *     mean of their errors, as in a random order
 * @param oracle by error, {@code [n]}, nowhere above the curve
 */
public record Sparsification(double[] curve, double[] oracle) {
  /**
   * The curves of some rows.
   *
   * @param error {@code [n]}, at least 0, finite, not all 0, n at least 1
   * @param dispersion {@code [n]}, finite
   * @throws IllegalArgumentException if the lengths differ, are 0, or a value is out of range
   */
  public static Sparsification of(double[] error, double[] dispersion) {
    if (error.length != dispersion.length || error.length == 0) {
      throw new IllegalArgumentException(
          "errors and dispersions: %s and %s (expected: as many, at least 1)"
              .formatted(error.length, dispersion.length));
    }
    for (int i = 0; i < error.length; i++) {
      if (!(error[i] >= 0) || !Double.isFinite(error[i]) || !Double.isFinite(dispersion[i])) {
        throw new IllegalArgumentException(
            "row %s: error %s, dispersion %s (expected: finite, error >= 0)"
                .formatted(i, error[i], dispersion[i]));
      }
    }
    double sum = Arrays.stream(error).sum();
    if (!(sum > 0)) {
      throw new IllegalArgumentException("errors: all 0 (expected: at least one > 0)");
    }
    double[] byError = error.clone();
    Arrays.sort(byError);
    return new Sparsification(remaining(byDispersion(error, dispersion)), remaining(byError));
  }

  /** The area between curve and oracle, {@code 1/n sum_k}; at least 0, lower is better. */
  public double ause() {
    double sum = 0;
    for (int k = 0; k < curve.length; k++) {
      sum += curve[k] - oracle[k];
    }
    return sum / curve.length;
  }

  /** The errors from the smallest dispersion to the largest, equal ones with their mean. */
  private static double[] byDispersion(double[] error, double[] dispersion) {
    int[] order = RowWeights.ascending(dispersion);
    double[] result = new double[order.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      double sum = 0;
      while (to < order.length && dispersion[order[to]] == dispersion[order[from]]) {
        sum += error[order[to++]];
      }
      Arrays.fill(result, from, to, sum / (to - from));
      from = to;
    }
    return result;
  }

  /** The mean of the first n - k errors over that of all, for each k. */
  private static double[] remaining(double[] errors) {
    int n = errors.length;
    double[] means = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += errors[i];
      means[n - 1 - i] = sum / (i + 1);
    }
    double all = means[0];
    Arrays.setAll(means, k -> means[k] / all);
    return means;
  }
}
