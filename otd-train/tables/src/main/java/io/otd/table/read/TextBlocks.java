// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TableBuilder;
import io.otd.table.internal.build.TextDeclaration;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The rows of text files, block by block. */
final class TextBlocks implements TableBlocks {
  private final FilesText text;
  private final TableBuilder builder;
  private final int rows;
  private final RowProblems problems;
  private Map<Integer, String> badRows = Map.of();
  private long given;

  TextBlocks(FilesText text, TableBuilder builder, int rows, RowProblems problems) {
    this.problems = problems;
    if (rows < 1) {
      throw new IllegalArgumentException("rows: " + rows + " (expected: at least 1)");
    }
    this.text = text;
    this.builder = builder;
    this.rows = rows;
  }

  @Override
  public boolean declaresTexts(String column) {
    return text.heads().declaration(column) == TextDeclaration.TEXTS;
  }

  @Override
  public Optional<Table> next() {
    builder.take(text::sendNext, given + rows);
    if (!builder.problems().isEmpty()) {
      readOn();
    }
    if (builder.rows() == given) {
      builder.requireSound();
      return Optional.empty();
    }
    badRows = problems.drain();
    Table block = new Table(builder.build(), given, builder.takeOrigin());
    given = builder.rows();
    return Optional.of(block);
  }

  /** Reads to the end to find all problems; the cells are discarded. */
  private void readOn() {
    long before;
    do {
      before = builder.rows();
      builder.build();
      builder.takeOrigin();
      builder.take(text::sendNext, before + rows);
    } while (builder.rows() > before);
    builder.requireSound();
  }

  @Override
  public Map<Integer, String> badRows() {
    return badRows;
  }

  @Override
  public long given() {
    return given;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
