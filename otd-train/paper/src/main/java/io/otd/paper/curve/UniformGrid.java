// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import java.util.function.DoubleUnaryOperator;

/**
 * Equally spaced points, both ends included and exact: {@code from + i (to - from) / (points - 1)}.
 *
 * @param from first point, finite
 * @param to last point, above the first, finite
 * @param points at least 2
 */
public record UniformGrid(double from, double to, int points) {
  /** Checks the ranges. */
  public UniformGrid {
    if (!(from < to) || !Double.isFinite(to - from) || points < 2) {
      throw new IllegalArgumentException(
          "grid: %s points from %s to %s (expected: at least 2, finite, ascending)"
              .formatted(points, from, to));
    }
  }

  /** Points on [-1, 1], the domain of the controlled experiments. */
  public static UniformGrid overDomain(int points) {
    return new UniformGrid(-1, 1, points);
  }

  /** The points, {@code [points]}. */
  public double[] values() {
    double[] result = new double[points];
    double step = (to - from) / (points - 1);
    for (int i = 0; i < points; i++) {
      result[i] = from + i * step;
    }
    result[points - 1] = to;
    return result;
  }

  /** The points with a function's values. */
  public Pairs sample(DoubleUnaryOperator function) {
    double[] x = values();
    double[] y = new double[points];
    for (int i = 0; i < points; i++) {
      y[i] = function.applyAsDouble(x[i]);
    }
    return new Pairs(x, y);
  }
}
