// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.weight.RowWeights;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The rows that a random tree sees. Its leaves have one row each, so a weight cannot count in them;
 * it is the probability that a tree sees the row. Over the trees, rows near some inputs are then
 * drawn in proportion to their weights.
 */
final class SeenRows {
  /**
   * Rows of more than so many mean weights are seen by every tree: of few rows that count more than
   * all others together, no tree could see much.
   */
  private static final double MOST = 10;

  private SeenRows() {}

  /** Numbers of the rows, ascending; all of them without weights, and nothing is drawn then. */
  static int[] of(RowWeights weights, SplittableRandom random) {
    int rows = weights.rows();
    if (weights.areEqual()) {
      return IntStream.range(0, rows).toArray();
    }
    double largest = Arrays.stream(weights.of()).max().orElseThrow();
    double always = Math.min(largest, MOST * weights.sum() / rows);
    int[] seen =
        IntStream.range(0, rows)
            .filter(row -> random.nextDouble() * always < weights.at(row))
            .toArray();
    return seen.length > 0 ? seen : new int[] {random.nextInt(rows)};
  }
}
