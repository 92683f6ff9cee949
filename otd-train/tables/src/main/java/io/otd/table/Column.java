// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.table.problem.InputException;
import java.util.OptionalInt;

/**
 * One named column of a table; all columns of a table have the same number of cells. A column whose
 * cells are all numbers or missing is numeric, any other is text.
 */
public sealed interface Column permits NumericCells, TextColumn {
  /** Name, unique in the table, not blank. */
  String name();

  /** Number of cells. */
  int rows();

  /** Whether a cell is missing. */
  boolean missing(int row);

  /**
   * The cells as numbers, NaN for a missing one; not copied if they are numbers already.
   *
   * @throws InputException if a cell is not a number, with its row (from 1) and text
   */
  double[] numbers();

  /**
   * The cells as texts: a whole number is written as such, any other number with the fewest digits
   * that identify it.
   */
  TextColumn texts();

  /**
   * Whether some cells are all equal; missing cells are equal to each other.
   *
   * @param rows of the cells, at least one
   */
  boolean constant(int[] rows);

  /** Whether another column of the same kind has the same cells; names are ignored. */
  boolean sameCells(Column other);

  /** A hash code that is equal for columns with the {@linkplain #sameCells same cells}. */
  int cellsHash();

  /** A summary of the column; reads every cell. */
  ColumnProfile summary();

  /** The first cell that is neither missing nor a number, if there is one. */
  OptionalInt firstText();

  /** The unit in which its numbers were written, such as {@code %}; empty for none. */
  default String unit() {
    return "";
  }

  /** Memory that one cell takes, in bytes. */
  int bytesPerValue();

  /**
   * Some of its cells as a separate column, independent of the others.
   *
   * @param rows of the cells, in the order of the new column
   */
  Column at(int[] rows);

  /** Number of missing cells. */
  default int missingCells() {
    int missing = 0;
    for (int row = 0; row < rows(); row++) {
      missing += missing(row) ? 1 : 0;
    }
    return missing;
  }
}
