// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.problem.Quoted;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The cells of a column that are not what they should be: noted row by row, or counted behind the
 * first one.
 */
public final class BadCells {
  private final String column;
  private final Optional<Note> noted;
  private long line;
  private String complaint = "";
  private long count;

  /** None yet; all are counted. */
  BadCells(String column) {
    this(column, Optional.empty());
  }

  /**
   * None yet.
   *
   * @param noted receives the problems of a row, if the reader continues after it
   */
  BadCells(String column, Optional<Note> noted) {
    this.column = column;
    this.noted = noted;
  }

  /**
   * Receives bad rows.
   *
   * @param rows receives them
   * @param place where a row stands, from its number
   */
  public record Note(RowProblems rows, LongFunction<String> place) {
    void add(long at, long row, String problem) {
      rows.add((int) at, place.apply(row) + problem);
    }
  }

  /**
   * One more.
   *
   * @param at its row in the block, from 0
   * @param row line or row where it is, from 1
   * @param found the value and what was expected
   */
  void add(long at, long row, String found) {
    if (noted.isPresent()) {
      noted.get().add(at, row, ", column %s: %s".formatted(Quoted.of(column), found));
    } else if (count++ == 0) {
      line = row;
      complaint = found;
    }
  }

  /**
   * The problem, if any.
   *
   * @param place where a line or row stands, from its number
   */
  Optional<String> problem(LongFunction<String> place) {
    if (count == 0) {
      return Optional.empty();
    }
    String others = count == 1 ? "" : "; and " + (count - 1) + " more in this column";
    return Optional.of(
        "%s, column %s: %s%s".formatted(place.apply(line), Quoted.of(column), complaint, others));
  }
}
