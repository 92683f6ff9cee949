// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

class EnergyScoreLossTest extends LossContract {
  @Override
  Loss loss(int draws) {
    return new EnergyScore(draws);
  }

  /** The paper's double sum, pair by pair. */
  @Override
  double[] definition(double[][] draws, double[] y) {
    int count = draws.length;
    double fit = 0;
    double pairs = 0;
    for (int k = 0; k < count; k++) {
      fit += distance(draws[k], y) / count;
      for (int j = 0; j < count; j++) {
        pairs += j == k ? 0 : distance(draws[k], draws[j]);
      }
    }
    return new double[] {fit, count == 1 ? 0 : pairs / (2.0 * count * (count - 1))};
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int d = 0; d < a.length; d++) {
      sum += (a[d] - b[d]) * (a[d] - b[d]);
    }
    return Math.sqrt(sum);
  }
}
