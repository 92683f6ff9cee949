// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/**
 * The variogram score of several outputs (Scheuerer and Hamill 2015, equation 3) of order p = 1/2
 * with weights 1, which asks whether the dependence between the outputs is right:
 *
 * <pre>{@code sum_{i, j} (|y_i - y_j|^p - 1/K sum_k |y_ki - y_kj|^p)^2}</pre>
 *
 * over all ordered pairs of outputs. In the target's units to the power 2 p; it means something
 * where the outputs share a unit. Lower is better.
 */
public final class VariogramScore {
  /** The order p that its authors recommend. */
  private static final double ORDER = .5;

  private VariogramScore() {}

  /**
   * The score of one row.
   *
   * @param values the draws, {@code [d_y][K]}, K at least 1
   * @param observed {@code [d_y]}
   */
  public static double of(double[][] values, double[] observed) {
    int draws = values[0].length;
    double sum = 0;
    for (int i = 1; i < values.length; i++) {
      for (int j = 0; j < i; j++) {
        double expected = 0;
        for (int k = 0; k < draws; k++) {
          expected += Math.pow(Math.abs(values[i][k] - values[j][k]), ORDER);
        }
        double seen = Math.pow(Math.abs(observed[i] - observed[j]), ORDER);
        double difference = seen - expected / draws;
        sum += 2 * difference * difference;
      }
    }
    return sum;
  }
}
