// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all rows of a partition once.
 *
 * @param columns of a row; after them come its two hashes and its weight
 * @param rule what becomes of a row
 */
record TableScan(List<ScannedColumn> columns, RowRule rule)
    implements FlatMapFunction<Iterator<Row>, ScanResult> {
  @Override
  public Iterator<ScanResult> call(Iterator<Row> rows) {
    ScanResult result = new ScanResult(columns.size());
    while (rows.hasNext()) {
      Row row = rows.next();
      if (hasWeight(row)) {
        ScannedRow scanned = row(columns, row);
        result.add(rule.part(scanned.key()), columns, scanned);
      } else {
        result.refuseWeight();
      }
    }
    return List.of(result).iterator();
  }

  private boolean hasWeight(Row row) {
    int place = columns.size() + 2;
    return !row.isNullAt(place)
        && row.getDouble(place) > 0
        && Double.isFinite(row.getDouble(place));
  }

  /** A row, as read. */
  static ScannedRow row(List<ScannedColumn> columns, Row row) {
    int after = columns.size();
    return new ScannedRow(
        row.getLong(after), row.getLong(after + 1), row.getDouble(after + 2), cells(columns, row));
  }

  private static @Nullable Object[] cells(List<ScannedColumn> columns, Row row) {
    @Nullable Object[] cells = new Object[columns.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = columns.get(i).read(row.get(i));
    }
    return cells;
  }
}
