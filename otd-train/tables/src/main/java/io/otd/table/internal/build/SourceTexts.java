// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.cell.Blanks;
import io.otd.table.Column;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Cells read as texts, also those of numbers in a column of texts. Blanks around a text are
 * dropped; a blank one is missing.
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

  /**
   * Numbers as people write them.
   *
   * @param unit of the model's column, if a model knows it
   * @param noted receives the problem of a row; without it, it is {@link #problem}
   */
  public static SourceTexts numbers(
      String name,
      NumberNotation notation,
      Optional<String> unit,
      Optional<BadNumbers.Note> noted) {
    NumberBuilder numbers = NumberBuilder.written(name, NONE, notation, unit);
    return new SourceTexts(noted.map(numbers::noting).orElse(numbers));
  }

  @Override
  public void add(SourceRows rows, int column, long row) throws IOException {
    @Nullable String text = rows.text(column);
    char[] cell = text == null ? new char[0] : Blanks.strip(text).toCharArray();
    texts.add(row, cell, 0, cell.length);
  }

  @Override
  public Optional<String> problem(LongFunction<String> place) {
    return texts.problem(place);
  }

  @Override
  public Column build() {
    return texts.build();
  }
}
