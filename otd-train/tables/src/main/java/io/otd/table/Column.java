// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.table.problem.InputException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * One named column of a table; all columns of a table have the same number of cells. A column whose
 * cells are all numbers or missing is numeric, any other is text.
 */
public sealed interface Column permits NumericCells, TextColumn {
  /** Name, unique in the table, not blank. */
  String name();

  /** Number of cells. */
  int rows();

  /** Whether a cell holds nothing. */
  boolean missing(int row);

  /**
   * The cells as numbers, NaN where one is missing; not copied where they are numbers already.
   *
   * @throws InputException if a cell is not a number, with its row (from 1) and text
   */
  double[] numbers();

  /**
   * The cells as texts: a number is written as a whole one where it is one, else with as many
   * digits as tell it from its neighbours.
   */
  TextColumn texts();

  /**
   * Whether some cells are all the same; a missing one is the same as another missing one.
   *
   * @param rows which cells, at least one
   */
  boolean constant(int[] rows);

  /** Whether another column of the same kind has the same cells; names do not count. */
  boolean sameCells(Column other);

  /** A number that is the same for columns with the {@linkplain #sameCells same cells}. */
  int cellsHash();

  /** The column in a few words; looks at every cell. */
  ColumnProfile summary();

  /** The first cell that is neither missing nor a number, if there is one. */
  OptionalInt firstText();

  /**
   * Says of a text column that most of its cells are numbers, if they are.
   *
   * @param place where a row stands, for the message
   */
  Optional<String> note(IntFunction<String> place);

  /** Memory that one cell takes, in bytes. */
  int bytesPerValue();

  /**
   * Some of its cells as a column of their own, which knows nothing of the others.
   *
   * @param rows which cells, in the order that they are to have
   */
  Column at(int[] rows);

  /** Number of cells that hold nothing. */
  default int missingCells() {
    int missing = 0;
    for (int row = 0; row < rows(); row++) {
      missing += missing(row) ? 1 : 0;
    }
    return missing;
  }
}
