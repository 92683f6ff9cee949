// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.format.DecimalMark;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.InputException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the texts of a table that a program made as those of a file that declares them as texts.
 */
final class TableTexts {
  private static final MissingCells NONE = new MissingCells(List.of());

  private final Table table;
  private final ColumnSelection selection;
  private final NumberNotation notation = TextDeclaration.notation(DecimalMark.AUTO);
  private final CellKinds kinds;

  /**
   * Reads the columns of a table.
   *
   * @param selection of the columns to read; the others stay as they are
   */
  TableTexts(Table table, ColumnSelection selection) {
    this.table = table;
    this.selection = selection;
    this.kinds =
        new CellKinds(
            selection,
            column -> notation,
            column -> TextDeclaration.TEXTS,
            CellStore.unlimited(),
            row -> table.place((int) row));
  }

  /**
   * The table with these columns as they were read.
   *
   * @param notes receives notes for the user
   * @throws InputException with all problems
   */
  Table read(Consumer<String> notes) {
    Table read = table;
    for (Column column : table.columns()) {
      if (column instanceof TextColumn texts && selection.reads(column.name())) {
        read = read.with(read(texts));
      }
    }
    kinds.notes(List.of(), List.of()).forEach(notes);
    return read;
  }

  private Column read(TextColumn texts) {
    return kinds.settle(
        selection
            .kind(texts.name())
            .builder(texts.name(), NONE, notation, selection.unit(texts.name()))
            .map(builder -> read(texts, builder))
            .orElse(texts));
  }

  private Column read(TextColumn texts, ColumnBuilder builder) {
    for (int row = 0; row < texts.rows(); row++) {
      char[] cell = texts.text(row).toCharArray();
      builder.add(row, cell, 0, cell.length);
    }
    builder.problem(row -> table.place((int) row)).ifPresent(kinds::add);
    return builder.build();
  }
}
