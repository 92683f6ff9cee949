// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** Finds the cells of rows that lie outside the range of a model's training rows. */
public final class RangeCheck {
  private final List<Column> columns = new ArrayList<>();

  /** A column, and its cells that lie outside. */
  private record Column(String name, Outside cells) {}

  /** Whether the cell of a row does. */
  @FunctionalInterface
  private interface Outside {
    boolean test(LiveRows rows, int row);
  }

  /** The columns of a model. */
  public RangeCheck(ExportDescription description) {
    TableSchema schema = description.schema();
    TrainingRange range = new TrainingRange(schema, description.profile());
    int[] next = new int[2];
    for (InputColumn column : schema.inputs()) {
      int place = columns.size();
      Outside outside =
          column.match(
              number -> {
                int among = next[0]++;
                return (rows, row) -> range.outside(place, rows.number(row, among));
              },
              text -> {
                int among = next[1]++;
                return text.matchText(
                    listed -> (rows, row) -> false,
                    date -> (rows, row) -> range.outside(place, rows.text(row, among)));
              });
      columns.add(new Column(column.name(), outside));
    }
  }

  /** Whether a cell of a row lies outside. */
  boolean outside(LiveRows rows, int row) {
    for (Column column : columns) {
      if (column.cells().test(rows, row)) {
        return true;
      }
    }
    return false;
  }

  /** Names of the columns in which a row lies outside, in their order; mostly none. */
  public List<String> columns(LiveRows rows, int row) {
    return columns.stream().filter(c -> c.cells().test(rows, row)).map(Column::name).toList();
  }
}
