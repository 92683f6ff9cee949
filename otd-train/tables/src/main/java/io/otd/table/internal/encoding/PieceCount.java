// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.table.settings.ColumnSettings;

/**
 * The maximum number of pieces of each numeric column, where the settings leave it to the table.
 */
final class PieceCount {
  private static final int USUAL = 8;

  /** Maximum number of encoded numbers, 400 MB: those of a larger table have fewer pieces. */
  private static final long NUMBERS = 100_000_000;

  private PieceCount() {}

  /**
   * The number.
   *
   * @param columns that are numeric
   * @param rows of training
   */
  static int of(ColumnSettings settings, int columns, int rows) {
    return settings.pieces().orElseGet(() -> fitting((long) columns * rows));
  }

  private static int fitting(long numbers) {
    long pieces = Math.min(USUAL, NUMBERS / Math.max(1, numbers) - 1);
    return pieces < 2 ? 0 : (int) pieces;
  }
}
