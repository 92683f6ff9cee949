// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

import io.otd.table.internal.build.RowSink;
import java.util.List;

/**
 * One row of a CSV text.
 *
 * @param line of the text in which it begins, from 1
 * @param cells its texts
 */
public record CsvRow(long line, List<String> cells) {
  void sendTo(RowSink sink) {
    for (int i = 0; i < cells.size(); i++) {
      char[] text = cells.get(i).toCharArray();
      sink.cell(line, i, text, 0, text.length);
    }
    sink.end(line, cells.size());
  }
}
