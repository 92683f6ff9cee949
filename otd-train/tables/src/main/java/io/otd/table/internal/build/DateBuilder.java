// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.internal.cell.WrittenDate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A column of dates as texts. Dates in words and times with an offset are rewritten in a form of
 * dates, and what stands for a missing date is missing; all others stay as they are.
 */
public final class DateBuilder implements ColumnBuilder {
  private final TextBuilder texts;

  /**
   * Starts without cells.
   *
   * @param missing which cells are
   */
  public DateBuilder(String name, MissingCells missing) {
    this.texts = new TextBuilder(name, missing);
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    texts.add(line, text, from, to);
  }

  @Override
  public Column build() {
    TextColumn written = texts.build().texts();
    List<String> plain = written.dictionary().stream().map(DateBuilder::plain).toList();
    return plain.equals(written.dictionary())
        ? written
        : TextColumn.of(
            written.name(),
            IntStream.of(written.codes())
                .mapToObj(code -> code == TextColumn.MISSING ? "" : plain.get(code))
                .toList());
  }

  private static String plain(String cell) {
    return Placeholders.ofDate(cell) ? "" : WrittenDate.plain(cell);
  }
}
