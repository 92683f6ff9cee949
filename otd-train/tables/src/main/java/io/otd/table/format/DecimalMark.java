// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

import io.otd.core.internal.cell.Blanks;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.NumberNotation;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/** The decimal mark. */
public enum DecimalMark {
  /** A comma where the first rows show it and the separator is another; else a point. */
  AUTO('.'),
  /** {@code 2.5}. */
  POINT('.'),
  /** {@code 2,5}. */
  COMMA(',');

  private static final Pattern WITH_POINT =
      Pattern.compile("[+-]?[0-9]*\\.[0-9]+([eE][+-]?[0-9]+)?");

  /** Three digits behind the comma may be thousands. */
  private static final Pattern WITH_COMMA =
      Pattern.compile("[+-]?[0-9]*,([0-9]{1,2}|[0-9]{4,})([eE][+-]?[0-9]+)?");

  private final char character;

  DecimalMark(char character) {
    this.character = character;
  }

  /**
   * The mark of a text.
   *
   * @param shown by its first lines, see {@link #shown}
   */
  public char in(DecimalMark shown) {
    return this == AUTO ? shown.character : character;
  }

  /**
   * The mark that a text shows: {@link #AUTO} if none.
   *
   * @param head the first lines, the last one perhaps cut short
   * @param separator between cells
   */
  public static DecimalMark shown(String head, char separator) {
    boolean commas = false;
    StringTokenizer cells = new StringTokenizer(head, "\r\n\"" + separator);
    while (cells.hasMoreTokens()) {
      String text = NumberNotation.bare(Blanks.strip(cells.nextToken()));
      boolean thousands = NumberCell.isGrouped(text, ',');
      if (WITH_POINT.matcher(text).matches() && !thousands) {
        return POINT;
      }
      commas |= WITH_COMMA.matcher(text).matches() || (thousands && text.indexOf(',') >= 0);
    }
    return commas && separator != ',' ? COMMA : AUTO;
  }
}
