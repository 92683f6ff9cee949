// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TableBuilder;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.text.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The rows of a text file, block by block. */
final class TextBlocks implements TableBlocks {
  private final Path path;
  private final TextSource source;
  private final TableText text;
  private final TableBuilder builder;
  private final int rows;
  private final RowProblems problems;
  private Map<Integer, String> badRows = Map.of();
  private long given;

  TextBlocks(
      Path path,
      TextSource source,
      TableText text,
      TableBuilder builder,
      int rows,
      RowProblems problems) {
    this.problems = problems;
    if (rows < 1) {
      throw new IllegalArgumentException("rows: " + rows + " (expected: at least 1)");
    }
    this.path = path;
    this.source = source;
    this.text = text;
    this.builder = builder;
    this.rows = rows;
  }

  @Override
  public Optional<Table> next() {
    try {
      builder.take(text, given + rows);
      if (!builder.problems().isEmpty()) {
        readOn();
      }
    } catch (UncheckedIOException e) {
      throw TextReader.unreadable(path, Objects.requireNonNull(e.getCause()));
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
      builder.take(text, before + rows);
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
    source.close();
  }
}
