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
 * @param columns of a row; after them come its two hashes
 * @param rule what becomes of a row
 */
record TableScan(List<ScannedColumn> columns, RowRule rule)
    implements FlatMapFunction<Iterator<Row>, ScanResult> {
  @Override
  public Iterator<ScanResult> call(Iterator<Row> rows) {
    ScanResult result = new ScanResult(columns.size());
    while (rows.hasNext()) {
      Row row = rows.next();
      long key = row.getLong(columns.size());
      long tie = row.getLong(columns.size() + 1);
      result.add(rule.part(key), key, tie, columns, cells(columns, row));
    }
    return List.of(result).iterator();
  }

  /** The cells of a row, as read. */
  static @Nullable Object[] cells(List<ScannedColumn> columns, Row row) {
    @Nullable Object[] cells = new Object[columns.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = columns.get(i).read(row.get(i));
    }
    return cells;
  }
}
