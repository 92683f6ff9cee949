// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values that many draws of a row have in common: a density cannot show them. Where the target
 * comes in small steps, many draws agree as well, but not more of them than at the next step.
 *
 * @param shares of the draws, by value, each at least {@value #SMALLEST_SHARE}
 * @param others draws that are at none of these values
 */
record Atoms(Map<Double, Double> shares, double[] others) {
  private static final double SMALLEST_SHARE = .02;
  private static final int FEWEST = 3;

  /** By how much an atom stands out from the values beside it. */
  private static final int TIMES = 3;

  /**
   * Finds them.
   *
   * @param draws of the row
   * @param visible the least distance of two values that a reader can tell apart
   */
  static Atoms of(double[] draws, double visible) {
    List<Run> runs = runs(draws);
    double enough = Math.max(FEWEST, SMALLEST_SHARE * draws.length);
    Map<Double, Double> shares = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      int nearby =
          Math.max(
              i == 0 ? 0 : run.near(runs.get(i - 1), visible),
              i == runs.size() - 1 ? 0 : run.near(runs.get(i + 1), visible));
      if (run.count() >= enough && run.count() < draws.length && run.count() >= TIMES * nearby) {
        shares.put(run.value(), (double) run.count() / draws.length);
      }
    }
    return new Atoms(shares, Arrays.stream(draws).filter(y -> !shares.containsKey(y)).toArray());
  }

  /** Each value with its draws, ascending. */
  private static List<Run> runs(double[] draws) {
    double[] ascending = draws.clone();
    Arrays.sort(ascending);
    List<Run> runs = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= ascending.length; i++) {
      if (i == ascending.length || ascending[i] != ascending[from]) {
        runs.add(new Run(ascending[from], i - from));
        from = i;
      }
    }
    return runs;
  }

  /** A value and how many draws have it. */
  private record Run(double value, int count) {
    /** The draws of a value that looks like the same one. */
    int near(Run other, double visible) {
      return Math.abs(other.value - value) < visible ? other.count : 0;
    }
  }
}
