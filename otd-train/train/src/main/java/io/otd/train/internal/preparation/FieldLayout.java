// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import java.util.List;
import java.util.Optional;

/**
 * The rows of a table made from parametric fields.
 *
 * @param points G, rows of a case, which are consecutive
 * @param values names of the columns that are to be predicted
 * @param test 0 for the rows of the test cases that the file names, -1 for the others
 */
public record FieldLayout(int points, List<String> values, Optional<int[]> test) {
  /** The same without the rows of the test cases. */
  FieldLayout withoutTest() {
    return new FieldLayout(points, values, Optional.empty());
  }
}
