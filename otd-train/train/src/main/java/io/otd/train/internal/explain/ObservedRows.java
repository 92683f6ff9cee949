// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.internal.text.NumberText;
import io.otd.table.Table;
import io.otd.table.problem.ColumnNames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The observed values in the rows of a table.
 *
 * @param values {@code [n][d_y]}; NaN if a target is missing
 * @param complete numbers of the rows with all targets
 * @param note what a reader should know of them, if anything
 */
record ObservedRows(double[][] values, int[] complete, Optional<String> note) {
  /**
   * Reads the targets of a table.
   *
   * @param table may lack them
   * @param targets names, at least one
   */
  static ObservedRows of(Table table, List<String> targets) {
    double[][] values = new double[table.rows()][targets.size()];
    for (double[] row : values) {
      Arrays.fill(row, Double.NaN);
    }
    List<String> absent = targets.stream().filter(target -> !table.has(target)).toList();
    if (!absent.isEmpty()) {
      return new ObservedRows(
          values,
          new int[0],
          Optional.of("no importance: the table has no column " + ColumnNames.quoted(absent)));
    }
    for (int j = 0; j < targets.size(); j++) {
      double[] column = table.numbers(targets.get(j));
      for (int i = 0; i < values.length; i++) {
        values[i][j] = column[i];
      }
    }
    int[] complete =
        IntStream.range(0, values.length)
            .filter(i -> Arrays.stream(values[i]).noneMatch(Double::isNaN))
            .toArray();
    return new ObservedRows(values, complete, note(complete.length, values.length));
  }

  private static Optional<String> note(int complete, int rows) {
    if (complete == rows) {
      return Optional.empty();
    }
    return Optional.of(
        complete < 2
            ? "no importance: %s with all targets (expected: at least 2)"
                .formatted(NumberText.counted(complete, "row"))
            : "importance without %s of %s that lack a target"
                .formatted(rows - complete, NumberText.counted(rows, "row")));
  }
}
