// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.check.Check;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.internal.build.BuiltRows;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TextDeclaration;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The rows of text files or of a source, block by block. */
final class FilledBlocks implements TableBlocks {
  private final Rows from;
  private final BuiltRows table;
  private final int rows;
  private final RowProblems problems;
  private Map<Integer, String> badRows = Map.of();
  private long given;

  /**
   * Where the rows come from.
   *
   * @param fill takes rows into the table
   * @param origin positions of the rows since the last call
   * @param declarations what is declared of a column
   * @param closed with the blocks
   */
  record Rows(
      Filling fill,
      Supplier<RowOrigin> origin,
      Function<String, TextDeclaration> declarations,
      Closeable closed) {}

  /** Takes rows. */
  interface Filling {
    /** Takes the next rows, until there are so many in all, or no more. */
    void take(long most) throws IOException;
  }

  /**
   * Starts before the first block.
   *
   * @param table that is filled
   * @param rows of a block, at least 1
   * @param noted receives the problems of rows; without it, such rows are rejected
   */
  FilledBlocks(Rows from, BuiltRows table, int rows, Optional<RowProblems> noted) {
    Check.that(rows >= 1, "rows", rows, "at least 1");
    this.from = from;
    this.table = table;
    this.rows = rows;
    this.problems = noted.orElseGet(RowProblems::new);
  }

  @Override
  public boolean declaresTexts(String column) {
    return from.declarations().apply(column) == TextDeclaration.TEXTS;
  }

  @Override
  public Optional<Table> next() {
    take(given + rows);
    if (!table.problems().isEmpty()) {
      readOn();
    }
    if (table.rows() == given) {
      table.requireSound(true);
      return Optional.empty();
    }
    badRows = problems.drain();
    Table block = new Table(table.build(), given, from.origin().get());
    given = table.rows();
    return Optional.of(block);
  }

  private void take(long most) {
    try {
      from.fill().take(most);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads to the end to find all problems; the cells are discarded. */
  private void readOn() {
    long before;
    do {
      before = table.rows();
      table.build();
      RowOrigin unused = from.origin().get(); // forgets those positions
      take(before + rows);
    } while (table.rows() > before);
    table.requireSound(true);
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
    from.closed().close();
  }
}
