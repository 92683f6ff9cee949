// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import java.util.SplittableRandom;

/** Tables of random rows, as the text of a CSV file. */
public final class RandomTable {
  private RandomTable() {}

  /** The cells of a row. */
  @FunctionalInterface
  public interface Row {
    /**
     * Its cells, separated by commas.
     *
     * @param i number of the row, from 0
     * @param random of all rows
     */
    String cells(int i, SplittableRandom random);
  }

  /**
   * A header and rows; the same for the same seed.
   *
   * @param header names of the columns, separated by commas
   */
  public static String csv(String header, int rows, long seed, Row row) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder(header).append('\n');
    for (int i = 0; i < rows; i++) {
      text.append(row.cells(i, random)).append('\n');
    }
    return text.toString();
  }
}
