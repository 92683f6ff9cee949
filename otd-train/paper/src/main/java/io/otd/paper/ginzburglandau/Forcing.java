// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import io.otd.core.internal.check.Check;

/**
 * The forcing {@code f_mu(x, y)}: low, intermediate and high frequencies, each prevailing in a part
 * of the range of mu, and a wave that travels with it (paper, "Data generation").
 *
 * @param mu the parameter, inside [0, 1]
 */
record Forcing(double mu) {
  /** Checks the range. */
  Forcing {
    Check.that(mu >= 0 && mu <= 1, "mu", mu, "inside [0, 1]");
  }

  /**
   * The forcing at a point.
   *
   * @param x inside [0, 1]
   * @param y inside [0, 1]
   */
  double at(double x, double y) {
    double low = Math.max(0, 1 - 2 * mu);
    double high = Math.max(0, 2 * mu - 1);
    double wave = .12 * cos((2 + 3 * mu) * x + 2 * mu) * cos((5 - 2 * mu) * y - 2 * mu);
    return low * low(x, y) + (1 - low - high) * middle(x, y) + high * high(x, y) + wave;
  }

  private static double low(double x, double y) {
    return .4 * cos(x) + .3 * cos(2 * y) + .2 * cos(x) * cos(y);
  }

  private double middle(double x, double y) {
    return .35 * cos(2 * x + 1.4 * mu) * cos(3 * y - .8 * mu) + .25 * cos(3 * x - 2 * mu);
  }

  private double high(double x, double y) {
    return .28 * cos(4 * x + 2 * mu) * cos(2 * y - mu) - .22 * cos(5 * y + 1.6 * mu);
  }

  /** The cosine of a number of half turns. */
  private static double cos(double halfTurns) {
    return Math.cos(Math.PI * halfTurns);
  }

  /** The forcing at all points, {@code [N * N]}. */
  double[] on(CellGrid grid) {
    int n = grid.size();
    double[] result = new double[grid.points()];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        result[i * n + j] = at(grid.centre(i), grid.centre(j));
      }
    }
    return result;
  }
}
