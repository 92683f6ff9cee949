// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TableBuilder;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.text.TextSource;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A table read block by block, for files that need not fit into memory: one block is held at a
 * time. The kind of each column is known beforehand. A text column has the texts of one block in
 * its dictionary. Made by {@link TableReader#blocks}.
 */
public final class TableBlocks implements RowBlocks, AutoCloseable {
  private final Path path;
  private final TextSource source;
  private final TableText text;
  private final TableBuilder builder;
  private final int rows;
  private final RowProblems problems;
  private Map<Integer, String> badRows = Map.of();
  private long given;

  TableBlocks(
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

  /**
   * The next rows; the last block may have fewer.
   *
   * @return none at the end of the file
   * @throws InputException if a row of the block is not as expected, with all that is wrong in the
   *     rest of the file; or if the file has no rows
   */
  @Override
  public Optional<Table> next() {
    try {
      builder.take(text, given + rows);
      if (!builder.problems().isEmpty()) {
        readOn();
      }
    } catch (UncheckedIOException e) {
      throw TableReader.unreadable(path, Objects.requireNonNull(e.getCause()));
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

  /** Reads to the end for what is wrong there; the cells are dropped. */
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
