// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.NumberBuilder;
import io.otd.table.internal.build.TextBuilder;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.store.CellStore;
import java.util.List;

/**
 * A declared column of an ARFF file.
 *
 * @param name of the column
 * @param type of its cells
 * @param values that are declared, for a nominal column
 */
record ArffAttribute(String name, Type type, List<String> values) {
  /** Of the cells of a column. */
  enum Type {
    /** {@code numeric}, {@code real}, {@code integer}. */
    NUMERIC,
    /** Declared values. */
    NOMINAL,
    /** {@code string}, and {@code date}, which is not interpreted. */
    TEXT
  }

  /** The same under another name. */
  ArffAttribute named(String other) {
    return new ArffAttribute(other, type, values);
  }

  /**
   * A builder of the column.
   *
   * @param numbers which cells of numbers are missing
   * @param texts which others are
   * @param store of the numbers
   */
  ColumnBuilder builder(MissingCells numbers, MissingCells texts, CellStore store) {
    return switch (type) {
      case NUMERIC -> new NumberBuilder(name, numbers, '.', store);
      case NOMINAL -> TextBuilder.nominal(name, texts, values);
      case TEXT -> new TextBuilder(name, texts);
    };
  }

  /** The value of a cell that a sparse row leaves out. */
  String standard() {
    return switch (type) {
      case NUMERIC -> "0";
      case NOMINAL -> values.get(0);
      case TEXT -> "?";
    };
  }

  /** What it says of the texts of its cells. */
  TextDeclaration declaration() {
    return switch (type) {
      // The cells of a column of numbers are texts only to tell which of them are numbers.
      case NUMERIC -> TextDeclaration.NONE;
      case NOMINAL -> TextDeclaration.SETTLED;
      case TEXT -> TextDeclaration.TEXTS;
    };
  }
}
