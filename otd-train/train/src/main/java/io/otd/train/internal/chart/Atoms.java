// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values that many draws of a row have in common: a density cannot show them.
 *
 * @param shares of the draws, by value, each at least {@value #SMALLEST_SHARE}
 * @param others draws that are at none of these values
 */
record Atoms(Map<Double, Double> shares, double[] others) {
  private static final double SMALLEST_SHARE = .02;
  private static final int FEWEST = 3;

  /** Finds them. */
  static Atoms of(double[] draws) {
    double[] ascending = draws.clone();
    Arrays.sort(ascending);
    double enough = Math.max(FEWEST, SMALLEST_SHARE * draws.length);
    Map<Double, Double> shares = new TreeMap<>();
    int from = 0;
    while (from < ascending.length) {
      int to = from;
      while (to < ascending.length && ascending[to] == ascending[from]) {
        to++;
      }
      if (to - from >= enough && to - from < ascending.length) {
        shares.put(ascending[from], (double) (to - from) / draws.length);
      }
      from = to;
    }
    return new Atoms(
        shares, Arrays.stream(ascending).filter(y -> !shares.containsKey(y)).toArray());
  }
}
