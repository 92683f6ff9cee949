// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberCell;

/**
 * A column of texts in which numbers are written in their shortest form: 12.0 and 012 are 12, as if
 * the column had been read as numbers.
 */
public final class CodeBuilder implements ColumnBuilder {
  private final TextBuilder texts;
  private final MissingCells missing;
  private final char mark;

  /**
   * Starts without cells.
   *
   * @param missing which cells are
   * @param mark decimal mark of numbers
   */
  public CodeBuilder(String name, MissingCells missing, char mark) {
    this.texts = new TextBuilder(name, missing);
    this.missing = missing;
    this.mark = mark;
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    double value =
        missing.holds(text, from, to) ? Double.NaN : NumberCell.parse(text, from, to, mark);
    if (Double.isNaN(value)) {
      texts.add(line, text, from, to);
    } else {
      char[] shortest = NumberCell.text(value).toCharArray();
      texts.add(line, shortest, 0, shortest.length);
    }
  }

  @Override
  public Column build() {
    return texts.build();
  }
}
