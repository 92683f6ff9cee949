// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Column;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.format.DecimalMark;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.InputException;
import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceNote;
import io.otd.table.source.SourceRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads the table of a source as a whole or block by block. */
final class SourceReader {
  private SourceReader() {}

  /**
   * Reads a whole table.
   *
   * @param source not closed here
   * @param selection of the columns to read; the others may hold anything
   * @throws InputException if it is invalid, with all problems
   * @throws IOException if it cannot be read
   */
  static DataFile read(String name, OpenTable source, ColumnSelection selection)
      throws IOException {
    return read(name, source, selection, DecimalMark.AUTO, Long.MAX_VALUE);
  }

  /**
   * Reads a whole table whose numbers need not all fit into memory.
   *
   * @param decimal decimal mark of numbers among texts
   * @param memory bytes of numbers in memory; the others are in a temporary file
   * @throws InputException as {@link #read(String, OpenTable, ColumnSelection)} does
   * @throws IOException if it cannot be read
   */
  static DataFile read(
      String name, OpenTable source, ColumnSelection selection, DecimalMark decimal, long memory)
      throws IOException {
    NumberNotation notation = TextDeclaration.notation(decimal);
    CellStore store = new CellStore(memory);
    SourceTable table = new SourceTable(name, source, selection, notation, Optional.empty(), store);
    boolean files = !source.files().isEmpty();
    // The digest of files is that of their bytes; any other is of all cells, also of unread
    // columns.
    int[] wanted = files ? table.places() : IntStream.range(0, source.columns().size()).toArray();
    int[] at = files ? IntStream.range(0, wanted.length).toArray() : table.places();
    RowsDigest digest = new RowsDigest(source.columns());
    SourceRows rows = source.rows(wanted);
    while (rows.next()) {
      table.add(rows, at);
      if (!files) {
        digest.add(rows);
      }
    }
    table.requireSound(!selection.forgives());
    if (table.rows() > Integer.MAX_VALUE - 8) {
      throw new InputException(
          "%s: %s rows (expected: fewer than 2^31)".formatted(name, table.rows()));
    }
    RowOrigin origin = RowOrigin.of(name);
    CellKinds kinds = new CellKinds(selection, c -> notation, table::declaration, store, origin);
    List<String> before = new ArrayList<>(notes(name, source, selection));
    List<SourceNote> declared = table.notes();
    declared.forEach(note -> before.add(note.text()));
    List<Column> columns = table.build().stream().map(kinds::settle).toList();
    List<SourceNote> ofColumns =
        Stream.concat(declared.stream(), kinds.ofColumns().stream())
            .filter(note -> note.column().isPresent())
            .toList();
    return new DataFile(
        name,
        files ? RowsDigest.of(source.files()) : digest.sha256(),
        new Table(columns, 0, origin).named(source.rowNames()),
        kinds.notes(before, table.problems()),
        ofColumns,
        table.repeats());
  }

  /**
   * What a source says of the columns that are read.
   *
   * @throws InputException if cells of a model's columns are lost: they look like missing ones ones
   *     any more
   */
  private static List<String> notes(String name, OpenTable source, ColumnSelection selection) {
    List<SourceNote> read =
        source.notes().stream()
            .filter(note -> note.column().filter(column -> !selection.reads(column)).isEmpty())
            .toList();
    if (!(selection instanceof ColumnSelection.Except)) {
      InputException.throwIfAny(
          read.stream()
              .filter(SourceNote::loses)
              .map(
                  note ->
                      "%s: %s (expected: no such cells, which a query cannot name)"
                          .formatted(name, note.text()))
              .toList());
    }
    return read.stream().map(SourceNote::text).toList();
  }

  /**
   * Begins to read a table block by block.
   *
   * @param source closed with the blocks, or on failure
   * @param selection of the columns to read; the others may hold anything
   * @param decimal decimal mark of numbers among texts
   * @param rows of a block, at least 1
   * @param noted receives the problems of rows; without it, such rows are rejected
   * @throws InputException if it is invalid, as far as its columns show
   * @throws IOException if it cannot be read
   */
  static TableBlocks blocks(
      String name,
      OpenTable source,
      ColumnSelection.Typed selection,
      DecimalMark decimal,
      int rows,
      Optional<RowProblems> noted)
      throws IOException {
    try {
      SourceTable table =
          new SourceTable(
              name,
              source,
              selection,
              TextDeclaration.notation(decimal),
              noted,
              CellStore.unlimited());
      notes(name, source, selection);
      SourceRows from = source.rows(table.places());
      int[] at = IntStream.range(0, table.places().length).toArray();
      return new TableBlocks(
          new TableBlocks.Rows(
              most -> table.take(from, at, most),
              () -> RowOrigin.of(name),
              table::declaration,
              source),
          table,
          rows,
          noted);
    } catch (IOException | RuntimeException e) {
      source.close();
      throw e;
    }
  }
}
