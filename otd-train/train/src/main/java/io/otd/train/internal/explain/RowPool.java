// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The input cells of one or two tables, one below the other, from which rows are combined. */
final class RowPool {
  private final List<InputColumn> inputs;
  private final List<Column> columns;
  private final List<Table> tables;

  /**
   * Takes the input columns.
   *
   * @param tables at least one; each holds the input columns
   * @throws InputException if a column is missing or a cell is invalid
   */
  RowPool(TableSchema schema, List<Table> tables) {
    this.inputs = schema.inputs();
    this.tables = List.copyOf(tables);
    for (Table table : tables) {
      new TableEncoding(schema).require(table, IntStream.range(0, table.rows()).toArray());
    }
    this.columns =
        inputs.stream()
            .map(input -> input.match(number -> numbers(number.name()), t -> texts(t.name())))
            .toList();
  }

  private Column numbers(String name) {
    return new NumericColumn(
        name,
        tables.stream().flatMapToDouble(table -> Arrays.stream(table.numbers(name))).toArray());
  }

  private Column texts(String name) {
    if (tables.size() == 1) {
      return tables.get(0).column(name).texts();
    }
    List<String> texts = new ArrayList<>();
    for (Table table : tables) {
      TextColumn column = table.column(name).texts();
      IntStream.range(0, column.rows()).mapToObj(column::text).forEach(texts::add);
    }
    return TextColumn.of(name, texts);
  }

  /** Number of rows of all tables. */
  int rows() {
    return columns.get(0).rows();
  }

  /** The input columns. */
  List<InputColumn> inputs() {
    return inputs;
  }

  /** Names of the input columns. */
  List<String> names() {
    return inputs.stream().map(InputColumn::name).toList();
  }

  /** The cells of an input column. */
  Column column(int place) {
    return columns.get(place);
  }

  /** The cell of an input column as a text, empty if it is missing. */
  String text(int place, int row) {
    return columns.get(place).at(new int[] {row}).texts().text(0);
  }

  /** Position of a row for messages. */
  String place(int row) {
    int before = 0;
    for (Table table : tables) {
      if (row < before + table.rows()) {
        return table.place(row - before);
      }
      before += table.rows();
    }
    throw new IndexOutOfBoundsException(row);
  }

  /**
   * Some mixed rows as a table.
   *
   * @param from first one
   * @param to after the last one
   */
  Table table(MixedRows mixed, int from, int to) {
    return new Table(
        IntStream.range(0, columns.size())
            .mapToObj(j -> columns.get(j).at(mixed.cells(j, from, to)))
            .toList(),
        0,
        row -> said(mixed, from + (int) row));
  }

  private String said(MixedRows mixed, int row) {
    int base = mixed.base(row);
    int donor = mixed.donor(row);
    return donor == base ? place(base) : "%s with cells of %s".formatted(place(base), place(donor));
  }
}
