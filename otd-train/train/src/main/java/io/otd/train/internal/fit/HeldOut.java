// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import java.util.List;

/**
 * Predictions of rows by members that have not seen them.
 *
 * @param draws {@code [K, n, d_y]}, on the network's scale
 * @param observed {@code [n][d_y]}, on the same scale
 */
record HeldOut(Draws draws, double[][] observed) {
  /** All rows of some, in order; as many draws of each. */
  static HeldOut all(List<HeldOut> parts) {
    return new HeldOut(
        Draws.ofRows(parts.stream().map(HeldOut::draws).toList()),
        parts.stream().flatMap(p -> java.util.Arrays.stream(p.observed)).toArray(double[][]::new));
  }

  /** Mean energy score. */
  double score() {
    return SampleEnergyScore.of(draws, observed).mean();
  }
}
