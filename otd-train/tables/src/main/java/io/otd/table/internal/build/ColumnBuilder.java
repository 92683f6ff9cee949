// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.cell.Blanks;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Builds one column from texts. */
public sealed interface ColumnBuilder extends SourceCells
    permits InferredColumn, NumberBuilder, TextBuilder {
  /**
   * The next cell.
   *
   * @param line in which its row begins, see {@link LinePlaces}
   * @param text holds it, without blanks around it
   * @param from its first character
   * @param to after its last
   */
  void add(long line, char[] text, int from, int to);

  /** Takes the text of the cell; blanks around it do not count. */
  @Override
  default void add(SourceRows rows, int column, long row) throws IOException {
    @Nullable String text = rows.text(column);
    char[] cell = text == null ? new char[0] : Blanks.strip(text).toCharArray();
    add(row, cell, 0, cell.length);
  }

  /**
   * The same for a reader that continues after bad rows: a cell that is not a number is missing,
   * and its row is noted.
   */
  default ColumnBuilder noting(BadCells.Note note) {
    return this;
  }

  /**
   * Why the numbers so far are rather codes, whose texts are needed; empty if they are not.
   *
   * @param place where a line stands
   */
  default Optional<String> codes(LongFunction<String> place) {
    return Optional.empty();
  }

  /** Whether the texts of earlier cells are needed after all: the file has to be read again. */
  default boolean needsTexts() {
    return false;
  }
}
