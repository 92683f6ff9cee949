// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The coverage of the rows of the smallest fifth of some quantity, of the next fifth, and so on.
 *
 * @param fifths ascending
 * @param total of all rows together
 */
public record CoverageByFifths(List<Coverage> fifths, Coverage total) {
  private static final int PARTS = 5;

  /** Copies the list. */
  public CoverageByFifths {
    fifths = List.copyOf(fifths);
  }

  /**
   * Of all rows.
   *
   * @param level alpha, inside (0, 1)
   * @param transform randomised probability integral transform of each row, {@code [n]}, so that
   *     the share of calibrated predictions is alpha for distributions with atoms, too
   * @param quantity {@code [n]}, by which the rows are divided; of equal values, the first rows
   *     come first; n at least 5
   */
  static CoverageByFifths of(
      double level, double[] transform, double[] quantity, RowWeights weights) {
    int n = quantity.length;
    int[] order = RowWeights.ascending(quantity);
    return new CoverageByFifths(
        IntStream.range(0, PARTS)
            .mapToObj(part -> Arrays.copyOfRange(order, bound(part, n), bound(part + 1, n)))
            .map(
                rows ->
                    Coverage.of(
                        level, rows, row -> Coverage.covers(level, transform[row]), weights))
            .toList(),
        Coverage.of(level, transform, weights));
  }

  private static int bound(int part, int rows) {
    return (int) ((long) part * rows / PARTS);
  }
}
