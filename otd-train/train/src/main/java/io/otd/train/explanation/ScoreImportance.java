// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each column is worth to the energy score on some rows.
 *
 * @param rows n, those with all targets
 * @param repeats permutations of each column
 * @param score energy score of the rows as they are, in the targets' units
 * @param byTarget the score (CRPS) of each target alone, by its name; empty for one target
 * @param columns from the largest loss to the smallest
 */
public record ScoreImportance(
    int rows,
    int repeats,
    double score,
    Map<String, Double> byTarget,
    List<ColumnImportance> columns) {
  /** Keeps the order. */
  public ScoreImportance {
    byTarget = Collections.unmodifiableMap(new LinkedHashMap<>(byTarget));
    columns = List.copyOf(columns);
  }

  /**
   * A column's share of the losses of all columns, in [0, 1]; negative losses, which are chance,
   * count as 0. The losses are no parts of the score: permuting one column can more than double it.
   *
   * @param column one of these
   * @return 0 if no column has a loss
   */
  public double share(ColumnImportance column) {
    double all = columns.stream().mapToDouble(c -> Math.max(0, c.loss().value())).sum();
    return all > 0 ? Math.max(0, column.loss().value()) / all : 0;
  }
}
