// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows that come one after another. Places of columns are those that were asked for, from 0. */
public interface SourceRows {
  /**
   * Goes to the next row; at first it stands before the first one.
   *
   * @return whether there is one
   * @throws IOException if it cannot be read
   */
  boolean next() throws IOException;

  /**
   * A cell of a column of numbers.
   *
   * @return NaN where it is missing
   * @throws IOException if it cannot be read
   */
  double number(int column) throws IOException;

  /**
   * A cell as a text; a whole number has all its digits.
   *
   * @return null where it is missing
   * @throws IOException if it cannot be read
   */
  @Nullable String text(int column) throws IOException;
}
