// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.MissingCells;
import java.util.stream.IntStream;

/** A column of texts. */
public final class TextBuilder implements ColumnBuilder {
  private final String name;
  private final MissingCells missing;
  private TextDictionary dictionary = new TextDictionary();
  private IntStream.Builder codes = IntStream.builder();

  /**
   * Starts without cells.
   *
   * @param missing which cells are
   */
  public TextBuilder(String name, MissingCells missing) {
    this.name = name;
    this.missing = missing;
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    codes.add(missing.holds(text, from, to) ? TextColumn.MISSING : dictionary.code(text, from, to));
  }

  @Override
  public Column build() {
    Column column = new TextColumn(name, dictionary.texts(), codes.build().toArray());
    dictionary = new TextDictionary();
    codes = IntStream.builder();
    return column;
  }
}
