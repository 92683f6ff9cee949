// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Tells which rows lie outside what training rows cover: beyond the bounds of a column. */
public final class OutsideBounds {
  /** A column and the rows that lie outside. */
  private record Outside(String column, IntPredicate row) {}

  private final List<Outside> columns = new ArrayList<>();

  /**
   * Looks at the rows of a table.
   *
   * @param schema of the model
   * @param table holds its input columns
   */
  public OutsideBounds(TableSchema schema, Table table) {
    for (InputColumn input : schema.inputs()) {
      IntPredicate outside =
          input.match(
              number -> {
                double[] values = table.numbers(number.name());
                return row -> number.outside(values[row]);
              },
              text -> outside(text, table));
      columns.add(new Outside(input.name(), outside));
    }
  }

  private static IntPredicate outside(TextInput input, Table table) {
    return input.matchText(listed -> row -> false, date -> outside(date, table));
  }

  private static IntPredicate outside(DateInput date, Table table) {
    TextColumn texts = table.column(date.name()).texts();
    boolean[] outside = new boolean[texts.dictionary().size()];
    for (int code = 0; code < outside.length; code++) {
      outside[code] = date.outside(texts.dictionary().get(code));
    }
    return row -> !texts.missing(row) && outside[texts.codes()[row]];
  }

  /** The columns in which a row lies outside, in the order of the schema; mostly none. */
  public List<String> columns(int row) {
    return columns.stream().filter(c -> c.row().test(row)).map(Outside::column).toList();
  }
}
