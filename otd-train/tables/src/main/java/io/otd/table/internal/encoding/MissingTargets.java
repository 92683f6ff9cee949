// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings.MissingTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of a table without a target.
 *
 * @param table all rows
 * @param targets names of the target columns; a row must have them all
 * @param meaning what such a row means
 */
public record MissingTargets(Table table, List<String> targets, MissingTarget meaning) {
  /**
   * The other rows, ascending.
   *
   * @throws InputException if there is such a row, and it is an error, naming column and place; if
   *     there are no others
   */
  public int[] others() {
    List<Column> columns = targets.stream().map(table::column).toList();
    if (meaning == MissingTarget.ERROR) {
      requireNone(columns);
    }
    List<Column> some = columns.stream().filter(column -> column.missingCells() > 0).toList();
    int[] rows =
        IntStream.range(0, table.rows())
            .filter(row -> some.stream().noneMatch(column -> column.missing(row)))
            .toArray();
    if (rows.length == 0) {
      throw new InputException(noValue(String.join(" and ", targets)));
    }
    return rows;
  }

  private static String noValue(String targets) {
    return "data.target: no row has a value of %s (expected: at least one row with all targets)"
        .formatted(targets);
  }

  private void requireNone(List<Column> columns) {
    List<String> problems = new ArrayList<>();
    for (Column column : columns) {
      int missing = column.missingCells();
      if (missing == column.rows()) {
        problems.add(noValue(column.name()));
        continue;
      }
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
    InputException.throwIfAny(problems);
  }
}
