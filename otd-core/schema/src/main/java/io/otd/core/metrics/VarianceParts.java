// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.List;

/**
 * The variance of one output of one row in two parts, by the law of total variance.
 *
 * @param within mean over the networks of the variance of a network's own draws, at least 0
 * @param between variance of the networks' means, at least 0
 */
public record VarianceParts(double within, double between) {
  /**
   * The parts of the variance of draws; see {@link Draws#variance(int, int, List)}.
   *
   * @param draws K of them
   * @param networks the number of each draw's network, from 0, K of them
   * @param all variance of all draws, at least 0
   */
  public static VarianceParts of(double[] draws, List<Integer> networks, double all) {
    if (networks.size() != draws.length) {
      throw new IllegalArgumentException(
          "networks: %s (expected: %s, one a draw)".formatted(networks.size(), draws.length));
    }
    int count = networks.stream().mapToInt(n -> n).max().orElse(0) + 1;
    double[] sums = new double[count];
    int[] each = new int[count];
    for (int k = 0; k < draws.length; k++) {
      sums[networks.get(k)] += draws[k];
      each[networks.get(k)]++;
    }
    double within = 0;
    for (int k = 0; k < draws.length; k++) {
      int n = each[networks.get(k)];
      double distance = draws[k] - sums[networks.get(k)] / n;
      within += n > 1 ? distance * distance * n / (n - 1) / draws.length : 0;
    }
    return new VarianceParts(Math.min(within, all), Math.max(0, all - within));
  }
}
