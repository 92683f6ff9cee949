// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Numbers;
import io.otd.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.jspecify.annotations.Nullable;

/**
 * The targets of training rows as ranks, of mean 0 and variance 1, so that a long tail has no more
 * weight. They show whether the groups of a column differ. Computed at the first use.
 */
final class TargetRanks {
  /** Of more rows than these, as many are used, evenly spaced. */
  private static final int MAX_ROWS = 200_000;

  private final Table table;
  private final List<String> targets;
  private final int[] rows;
  private @Nullable List<double[]> ranks;

  /**
   * Of a table.
   *
   * @param targets names of its targets
   * @param training rows
   */
  TargetRanks(Table table, List<String> targets, int[] training) {
    this.table = table;
    this.targets = targets;
    int count = Math.min(training.length, MAX_ROWS);
    rows =
        IntStream.range(0, count)
            .map(i -> training[(int) ((long) i * training.length / count)])
            .toArray();
  }

  /** The rows whose targets are ranked. */
  int[] rows() {
    return rows;
  }

  /** The numbers of a column in these rows. */
  double[] at(double[] column) {
    return Arrays.stream(rows).mapToDouble(row -> column[row]).toArray();
  }

  /** The ranks of each target, one for each row. */
  List<double[]> all() {
    if (ranks == null) {
      ranks = targets.stream().map(name -> ranks(at(Numbers.of(table, name, rows)))).toList();
    }
    return ranks;
  }

  private static double[] ranks(double[] values) {
    double[] ranks = new NaturalRanking().apply(values);
    double mean = (ranks.length + 1) / 2.0;
    double variance = Arrays.stream(ranks).map(r -> (r - mean) * (r - mean)).average().orElse(0);
    double scale = variance > 0 ? Math.sqrt(variance) : 1;
    return Arrays.stream(ranks).map(r -> (r - mean) / scale).toArray();
  }
}
