// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

class SquaredErrorTest extends LossContract {
  @Override
  Loss loss(int draws) {
    return new SquaredError(draws);
  }

  @Override
  double[] definition(double[][] draws, double[] y) {
    double sum = 0;
    for (double[] draw : draws) {
      for (int d = 0; d < y.length; d++) {
        sum += (draw[d] - y[d]) * (draw[d] - y[d]);
      }
    }
    return new double[] {sum / (draws.length * y.length), 0};
  }
}
