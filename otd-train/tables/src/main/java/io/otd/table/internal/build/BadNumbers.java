// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.internal.cell.BadCells;
import io.otd.table.problem.Quoted;
import java.util.Optional;
import java.util.function.LongFunction;

/** The cells of a column that are not the numbers they should be: noted row by row, or counted. */
public final class BadNumbers {
  private final String column;
  private final Optional<Note> noted;
  private final BadCells bad = new BadCells();

  /**
   * None yet.
   *
   * @param noted receives the problems of a row, if the reader continues after it
   */
  BadNumbers(String column, Optional<Note> noted) {
    this.column = column;
    this.noted = noted;
  }

  /**
   * Receives bad rows.
   *
   * @param rows receives them
   * @param place where a row stands, from its number
   */
  public record Note(RowProblems rows, LongFunction<String> place) {}

  /**
   * One more.
   *
   * @param at its row in the block, from 0
   * @param row the number of the row, from 1
   * @param complaint the value and what was expected
   */
  void add(long at, long row, String complaint) {
    if (noted.isEmpty()) {
      bad.add(row, complaint);
    } else {
      Note note = noted.get();
      note.rows()
          .add(
              (int) at,
              "%s, column %s: %s".formatted(note.place().apply(row), Quoted.of(column), complaint));
    }
  }

  Optional<String> problem(LongFunction<String> place) {
    return bad.problem(place, column);
  }
}
