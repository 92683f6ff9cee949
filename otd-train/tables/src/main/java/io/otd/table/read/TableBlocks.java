// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.files.IoConsumer;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.internal.build.BuiltRows;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.problem.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A table read block by block, for tables that need not fit into memory: one block is in memory at
 * a time. The kind of each column is known in advance. The dictionary of a text column has the
 * texts of one block. Created by {@link TableReader#blocks}.
 */
public final class TableBlocks implements RowBlocks, AutoCloseable {
  private final Rows from;
  private final BuiltRows table;
  private final int rows;
  private final RowProblems problems;
  private Map<Integer, String> badRows = Map.of();
  private long given;

  /**
   * Where the rows come from.
   *
   * @param fill takes the next rows into the table, until there are so many in all, or no more
   * @param origin positions of the rows since the last call
   * @param declarations what is declared of a column
   * @param closed with the blocks
   */
  record Rows(
      IoConsumer<Long> fill,
      Supplier<RowOrigin> origin,
      Function<String, TextDeclaration> declarations,
      Closeable closed) {}

  /**
   * Starts before the first block.
   *
   * @param table that is filled
   * @param rows of a block, at least 1
   * @param noted receives the problems of rows; without it, such rows are rejected
   */
  TableBlocks(Rows from, BuiltRows table, int rows, Optional<RowProblems> noted) {
    Check.that(rows >= 1, "rows", rows, "at least 1");
    this.from = from;
    this.table = table;
    this.rows = rows;
    this.problems = noted.orElseGet(RowProblems::new);
  }

  /**
   * Whether the source declares a column as one of texts. Where nothing is declared, as in CSV, the
   * cells alone show what it is.
   *
   * @param column one that is read
   */
  public boolean declaresTexts(String column) {
    return from.declarations().apply(column) == TextDeclaration.TEXTS;
  }

  /**
   * The next rows; the last block may have fewer.
   *
   * @return empty at the end of the table
   * @throws InputException if a row of the block is invalid, with all that is wrong in the rest of
   *     the table; or if it has no rows
   */
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
      from.fill().accept(most);
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
