// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.array.Floats;
import io.otd.train.internal.network.TrainingRows;

/**
 * Pairs of one input and one output, not standardised. The arrays are not copied.
 *
 * @param x {@code [n]}, at least one, finite
 * @param y {@code [n]}, finite
 */
public record Pairs(double[] x, double[] y) {
  /** Checks sizes and values. */
  public Pairs {
    if (x.length == 0 || x.length != y.length) {
      throw new IllegalArgumentException(
          "pairs: %s x and %s y (expected: as many, at least one)".formatted(x.length, y.length));
    }
    for (int i = 0; i < x.length; i++) {
      if (!Double.isFinite(x[i]) || !Double.isFinite(y[i])) {
        throw new IllegalArgumentException(
            "pair %s: (%s, %s) (expected: finite)".formatted(i, x[i], y[i]));
      }
    }
  }

  /** n. */
  public int size() {
    return x.length;
  }

  /** The outputs in the form for metrics, {@code [n][1]}. */
  public double[][] observed() {
    double[][] result = new double[y.length][1];
    for (int i = 0; i < y.length; i++) {
      result[i][0] = y[i];
    }
    return result;
  }

  /** The pairs in the form for a network, in single precision. */
  public TrainingRows rows() {
    return new TrainingRows(Floats.rounded(x), Floats.rounded(y), x.length);
  }
}
