// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.verdict;

import io.otd.core.metrics.RowScores;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The coverage of the rows of the smallest fifth of some quantity, of the next fifth, and so on.
 *
 * @param fifths ascending
 */
record CoverageByFifths(List<Coverage> fifths) {
  private static final int PARTS = 5;

  /**
   * Of all rows.
   *
   * @param level alpha, inside (0, 1)
   * @param rows with their randomised probability integral transform, so that the share of
   *     calibrated predictions is alpha for distributions with atoms, too
   * @param quantity {@code [n]}, by which the rows are divided; of equal values, the first rows
   *     come first
   */
  static CoverageByFifths of(double level, RowScores.Output rows, double[] quantity) {
    int n = quantity.length;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> quantity[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new CoverageByFifths(
        IntStream.range(0, PARTS)
            .mapToObj(part -> of(level, rows, order, part * n / PARTS, (part + 1) * n / PARTS))
            .toList());
  }

  private static Coverage of(double level, RowScores.Output rows, int[] order, int from, int to) {
    int covered =
        (int) IntStream.range(from, to).filter(i -> covered(level, rows, order[i])).count();
    return new Coverage(level, covered, to - from);
  }

  private static boolean covered(double level, RowScores.Output rows, int row) {
    return Math.abs(rows.transform()[row] - 0.5) <= level / 2;
  }

  /** Of all rows together. */
  Coverage total() {
    return new Coverage(
        fifths.get(0).level(),
        fifths.stream().mapToInt(Coverage::covered).sum(),
        fifths.stream().mapToInt(Coverage::rows).sum());
  }
}
