// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.Column;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts, and cells requested as texts. Blanks around a text are dropped; a blank one is missing.
 */
public final class SourceTexts implements SourceCells {
  private static final MissingCells NONE = new MissingCells(List.of());

  private final ColumnBuilder texts;

  /**
   * Starts without cells.
   *
   * @param texts receives them
   */
  private SourceTexts(ColumnBuilder texts) {
    this.texts = texts;
  }

  /** Cells as they are written. */
  public static SourceTexts asWritten(String name) {
    return new SourceTexts(new TextBuilder(name, NONE));
  }

  /** Dates. */
  public static SourceTexts dates(String name) {
    return new SourceTexts(new DateBuilder(name, NONE));
  }

  /** Cells as they are written, numbers in their shortest form. */
  public static SourceTexts codes(String name) {
    return new SourceTexts(new CodeBuilder(name, NONE, '.'));
  }

  @Override
  public void add(SourceRows rows, int column, long row) throws IOException {
    @Nullable String text = rows.text(column);
    char[] cell = text == null ? new char[0] : text.strip().toCharArray();
    texts.add(row, cell, 0, cell.length);
  }

  @Override
  public Column build() {
    return texts.build();
  }
}
