// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.format.DecimalMark;
import io.otd.table.internal.cell.NumberNotation;

/** What the source of a column of texts says of them. */
public enum TextDeclaration {
  /** Nothing: numbers are written as texts, as in CSV. */
  NONE,
  /** That they are texts. Whole numbers are then codes; other numbers are numbers. */
  TEXTS,
  /** What they mean: one of several values, or a number with more digits than numbers keep. */
  SETTLED;

  /**
   * The notation of numbers among declared texts.
   *
   * @param mark as the settings say
   */
  public static NumberNotation notation(DecimalMark mark) {
    return new NumberNotation(mark == DecimalMark.COMMA ? ',' : '.', mark != DecimalMark.AUTO);
  }
}
