// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.coverage.RowDivision;
import io.otd.core.schema.TableSchema;
import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides scored rows by the cells of some columns, block by block. */
public final class RowDivisions {
  private final TableSchema schema;
  private final Map<String, List<Column>> blocks = new LinkedHashMap<>();

  /**
   * Without rows yet.
   *
   * @param columns of the tables to come
   * @param schema of the model
   */
  public RowDivisions(List<String> columns, TableSchema schema) {
    this.schema = schema;
    columns.forEach(column -> blocks.put(column, new ArrayList<>()));
  }

  /**
   * Takes further rows.
   *
   * @param table as it was read
   * @param rows which rows
   * @throws io.otd.table.problem.InputException if it lacks a column
   */
  public void add(Table table, int[] rows) {
    blocks.forEach((name, of) -> of.add(table.column(name).at(rows)));
  }

  /** A division by each column. */
  public List<RowDivision> all() {
    return blocks.entrySet().stream().map(of -> division(of.getKey(), of.getValue())).toList();
  }

  /** A column that the model reads as texts is one, also where all texts are numbers. */
  private RowDivision division(String name, List<Column> cells) {
    boolean texts = schema.text().stream().anyMatch(column -> column.name().equals(name));
    if (!texts && cells.stream().noneMatch(TextColumn.class::isInstance)) {
      return RowDivision.ofNumbers(
          name, cells.stream().flatMapToDouble(b -> Arrays.stream(b.numbers())).toArray());
    }
    List<String> each = new ArrayList<>();
    for (Column block : cells) {
      TextColumn column = block.texts();
      for (int row = 0; row < column.rows(); row++) {
        each.add(column.text(row));
      }
    }
    TextColumn all = TextColumn.of(name, each);
    return texts || all.firstText().isPresent()
        ? RowDivision.ofTexts(name, each)
        : RowDivision.ofNumbers(name, all.numbers());
  }
}
