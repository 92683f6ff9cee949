// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.cell;

import io.otd.table.problem.Quoted;
import java.util.Optional;
import java.util.function.LongFunction;

/** The invalid cells of a column: the first one, and the number of others. */
public final class BadCells {
  private long line;
  private String complaint = "";
  private long count;

  /**
   * One more.
   *
   * @param line line or row where it is, from 1
   * @param complaint the value and what was expected
   */
  public void add(long line, String complaint) {
    if (count++ == 0) {
      this.line = line;
      this.complaint = complaint;
    }
  }

  /**
   * The problem, if any.
   *
   * @param place where a line or row stands, from its number
   */
  public Optional<String> problem(LongFunction<String> place, String column) {
    if (count == 0) {
      return Optional.empty();
    }
    String others = count == 1 ? "" : "; and " + (count - 1) + " more in this column";
    return Optional.of(
        "%s, column %s: %s%s".formatted(place.apply(line), Quoted.of(column), complaint, others));
  }
}
