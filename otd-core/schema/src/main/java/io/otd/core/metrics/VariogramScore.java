// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

/**
 * The variogram score of several outputs (Scheuerer and Hamill 2015, equation 3) of order p with
 * weights 1, which asks whether the dependence between the outputs is right:
 *
 * <pre>{@code sum_{i, j} (|y_i - y_j|^p - 1/K sum_k |y_ki - y_kj|^p)^2}</pre>
 *
 * over all ordered pairs of outputs. In the target's units to the power 2 p; it means something
 * where the outputs share a unit. Lower is better.
 */
public final class VariogramScore {
  /** The order p that its authors recommend. */
  public static final double ORDER = .5;

  private VariogramScore() {}

  /** The score of one row. */
  static double of(DrawnRow row, double order) {
    double sum = 0;
    for (int i = 1; i < row.outputs(); i++) {
      for (int j = 0; j < i; j++) {
        double expected = 0;
        for (int k = 0; k < row.draws(); k++) {
          expected += Math.pow(Math.abs(row.values()[i][k] - row.values()[j][k]), order);
        }
        double seen = Math.pow(Math.abs(row.observed()[i] - row.observed()[j]), order);
        double difference = seen - expected / row.draws();
        sum += 2 * difference * difference;
      }
    }
    return sum;
  }
}
