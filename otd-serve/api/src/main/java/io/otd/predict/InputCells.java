// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.internal.check.Check;
import java.util.Arrays;

/**
 * The checked cells of rows, in the form for the model.
 *
 * @param numbers of the columns of numbers, row-major
 * @param texts of the columns of texts, row-major; empty for a missing one
 * @param rows n
 */
public record InputCells(float[] numbers, String[] texts, int rows) {
  /**
   * Some of the rows.
   *
   * @param from the first, from 0
   * @param to after the last
   */
  public InputCells rows(int from, int to) {
    int columns = rows == 0 ? 0 : numbers.length / rows;
    int words = rows == 0 ? 0 : texts.length / rows;
    return new InputCells(
        Arrays.copyOfRange(numbers, from * columns, to * columns),
        Arrays.copyOfRange(texts, from * words, to * words),
        to - from);
  }

  /**
   * Requires a seed for each row.
   *
   * @param seeds {@code [n]}
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void requireOneEach(long[] seeds) {
    Check.that(seeds.length == rows, "seeds", seeds.length, "%s, one a row", rows);
  }
}
