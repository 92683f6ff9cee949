// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.table.internal.fields.FieldPoints;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a table made from parametric fields.
 *
 * @param at the points of all cases of the file; the rows of a case are consecutive
 * @param values names of the columns that are to be predicted
 * @param test 0 for the rows of the test cases that the file names, -1 for the others
 */
public record FieldLayout(FieldPoints at, List<String> values, Optional<int[]> test) {
  /** G, rows of a case. */
  public int points() {
    return at.points();
  }

  /** The same without the rows of the test cases. */
  FieldLayout withoutTest() {
    return new FieldLayout(at, values, Optional.empty());
  }
}
