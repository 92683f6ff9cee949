// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.List;

/**
 * The cells of some rows of a table in the form for an exported model.
 *
 * @param numbers of the columns of numbers, row-major; NaN for a missing one
 * @param texts of the columns of texts, row-major; empty for a missing one
 */
record TableCells(float[] numbers, String[] texts) {
  static TableCells of(Table table, TableSchema schema, int[] rows) {
    List<NumericInput> numeric = schema.numeric();
    float[] numbers = new float[Math.multiplyExact(rows.length, numeric.size())];
    for (int j = 0; j < numeric.size(); j++) {
      double[] column = table.numbers(numeric.get(j).name());
      for (int i = 0; i < rows.length; i++) {
        numbers[i * numeric.size() + j] = (float) column[rows[i]];
      }
    }
    List<TextInput> text = schema.text();
    String[] texts = new String[Math.multiplyExact(rows.length, text.size())];
    for (int j = 0; j < text.size(); j++) {
      TextColumn column = table.column(text.get(j).name()).texts();
      for (int i = 0; i < rows.length; i++) {
        texts[i * text.size() + j] = column.text(rows[i]);
      }
    }
    return new TableCells(numbers, texts);
  }
}
