// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.NominalBuilder;
import io.otd.table.internal.build.NumberBuilder;
import io.otd.table.internal.build.TextBuilder;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.store.CellStore;
import java.util.List;

/** A declared column of an ARFF file. */
sealed interface ArffAttribute {
  /** Its name. */
  String name();

  /** The same under another name. */
  ArffAttribute named(String other);

  /**
   * A builder of the column.
   *
   * @param numbers which cells of numbers are missing
   * @param texts which others are
   * @param store of the numbers
   */
  ColumnBuilder builder(MissingCells numbers, MissingCells texts, CellStore store);

  /** The value of a cell that a sparse row leaves out. */
  String standard();

  /**
   * Numbers: {@code numeric}, {@code real}, {@code integer}.
   *
   * @param name of the column
   */
  record Numeric(String name) implements ArffAttribute {
    @Override
    public ArffAttribute named(String other) {
      return new Numeric(other);
    }

    @Override
    public ColumnBuilder builder(MissingCells numbers, MissingCells texts, CellStore store) {
      return new NumberBuilder(name, numbers, '.', store);
    }

    @Override
    public String standard() {
      return "0";
    }
  }

  /**
   * Declared values; a cell that a sparse row leaves out has the first.
   *
   * @param name of the column
   * @param values at least one
   */
  record Nominal(String name, List<String> values) implements ArffAttribute {
    @Override
    public ArffAttribute named(String other) {
      return new Nominal(other, values);
    }

    @Override
    public ColumnBuilder builder(MissingCells numbers, MissingCells texts, CellStore store) {
      return new NominalBuilder(name, values, texts);
    }

    @Override
    public String standard() {
      return values.get(0);
    }
  }

  /**
   * Texts: {@code string}, and {@code date}, which is not interpreted. A cell that a sparse row
   * leaves out is missing.
   *
   * @param name of the column
   */
  record Text(String name) implements ArffAttribute {
    @Override
    public ArffAttribute named(String other) {
      return new Text(other);
    }

    @Override
    public ColumnBuilder builder(MissingCells numbers, MissingCells texts, CellStore store) {
      return new TextBuilder(name, texts);
    }

    @Override
    public String standard() {
      return "?";
    }
  }
}
