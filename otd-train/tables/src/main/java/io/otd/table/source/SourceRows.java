// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are read one after another. Column positions refer to the requested columns, from 0.
 */
public interface SourceRows {
  /**
   * Moves to the next row; the initial position is before the first one.
   *
   * @return whether there is one
   * @throws IOException if it cannot be read
   */
  boolean next() throws IOException;

  /**
   * A cell of a numeric column.
   *
   * @return NaN if it is missing
   * @throws IOException if it cannot be read
   */
  double number(int column) throws IOException;

  /**
   * A cell as a text; a whole number has all its digits.
   *
   * @return null if it is missing
   * @throws IOException if it cannot be read
   */
  @Nullable String text(int column) throws IOException;
}
