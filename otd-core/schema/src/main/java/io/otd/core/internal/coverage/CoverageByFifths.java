// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The coverage of the rows of the smallest fifth of some quantity, of the next fifth, and so on.
 *
 * @param fifths ascending
 */
public record CoverageByFifths(List<Coverage> fifths) {
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
  static CoverageByFifths of(double level, double[] transform, double[] quantity) {
    int n = quantity.length;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> quantity[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new CoverageByFifths(
        IntStream.range(0, PARTS)
            .mapToObj(part -> of(level, transform, order, bound(part, n), bound(part + 1, n)))
            .toList());
  }

  private static int bound(int part, int rows) {
    return (int) ((long) part * rows / PARTS);
  }

  private static Coverage of(double level, double[] transform, int[] order, int from, int to) {
    int covered =
        (int)
            IntStream.range(from, to)
                .filter(i -> Coverage.covers(level, transform[order[i]]))
                .count();
    return new Coverage(level, covered, to - from);
  }

  /** Of all rows together. */
  public Coverage total() {
    return new Coverage(
        fifths.get(0).level(),
        fifths.stream().mapToInt(Coverage::covered).sum(),
        fifths.stream().mapToInt(Coverage::rows).sum());
  }
}
