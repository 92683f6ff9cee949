// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The rows of a source, block by block. */
final class SourceBlocks implements TableBlocks {
  private final String name;
  private final OpenTable source;
  private final SourceRows from;
  private final SourceTable table;
  private final int rows;
  private final int[] at;
  private final RowProblems problems;
  private Map<Integer, String> badRows = Map.of();
  private boolean ended;
  private long given;

  SourceBlocks(
      String name,
      OpenTable source,
      SourceRows from,
      SourceTable table,
      int rows,
      RowProblems problems) {
    if (rows < 1) {
      throw new IllegalArgumentException("rows: " + rows + " (expected: at least 1)");
    }
    this.name = name;
    this.source = source;
    this.from = from;
    this.table = table;
    this.rows = rows;
    this.at = IntStream.range(0, table.places().length).toArray();
    this.problems = problems;
  }

  @Override
  public boolean declaresTexts(String column) {
    return table.declaration(column) == TextDeclaration.TEXTS;
  }

  @Override
  public Optional<Table> next() {
    try {
      take(given + rows);
      if (!table.problems().isEmpty()) {
        readOn();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (table.rows() == given) {
      table.requireSound();
      return Optional.empty();
    }
    badRows = problems.drain();
    Table block = new Table(table.build(), given, SourceTable.origin(name));
    given = table.rows();
    return Optional.of(block);
  }

  private void take(long most) throws IOException {
    while (!ended && table.rows() < most) {
      if (from.next()) {
        table.add(from, at);
      } else {
        ended = true;
      }
    }
  }

  /** Reads to the end to find all problems; the cells are discarded. */
  private void readOn() throws IOException {
    while (!ended) {
      table.build();
      take(table.rows() + rows);
    }
    table.requireSound();
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
