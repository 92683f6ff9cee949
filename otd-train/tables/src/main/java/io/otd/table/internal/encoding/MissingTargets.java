// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.internal.split.Split;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings.MissingTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of a table without a target.
 *
 * @param table all rows
 * @param targets names of the target columns; a row must have them all
 * @param meaning what such a row means
 */
public record MissingTargets(Table table, List<String> targets, MissingTarget meaning) {
  /**
   * The same parts without such rows.
   *
   * @throws InputException if there is such a row, and it is an error, naming column and place
   */
  public Split removedFrom(Split split) {
    List<Column> columns = targets.stream().map(table::column).toList();
    if (meaning == MissingTarget.ERROR) {
      requireNone(columns);
      return split;
    }
    return new Split(
        present(columns, split.train()),
        present(columns, split.validation()),
        present(columns, split.test()),
        present(columns, split.calibration()));
  }

  private static int[] present(List<Column> columns, int[] rows) {
    return Arrays.stream(rows)
        .filter(row -> columns.stream().noneMatch(column -> column.missing(row)))
        .toArray();
  }

  private void requireNone(List<Column> columns) {
    List<String> problems = new ArrayList<>();
    for (Column column : columns) {
      int missing = column.missingCells();
      for (int row = 0; row < column.rows() && missing > 0; row++) {
        if (column.missing(row)) {
          problems.add(
              "%s, target \"%s\": missing%s (expected: a number; columns.missing_target=drop leaves such rows out)"
                  .formatted(
                      table.place(row),
                      column.name(),
                      missing == 1 ? "" : ", and " + (missing - 1) + " more"));
          break;
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
  }
}
