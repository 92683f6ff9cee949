// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static io.otd.table.read.ColumnReading.INFERRED;

import io.otd.core.internal.files.IoFunction;
import io.otd.table.Column;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TableBuilder;
import io.otd.table.internal.build.TextBuilder;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.csv.BlankBesideQuoteException;
import io.otd.table.internal.source.SourceFiles;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads tables from text, plain or gzipped: CSV, with quotes as in RFC 4180, and ARFF, which is
 * recognised by its first line. Blank lines are skipped, and blanks around values are removed. A
 * column whose cells are all numbers or missing is numeric, any other is text, unless an ARFF file
 * declares it. Several files are read as if all rows were in one.
 *
 * <p>While a table is read, its numbers are in memory once, and one column twice. A table with a
 * column in which a text comes after numbers is read a second time, only for this column.
 *
 * @param files with the table
 * @param selection of the columns to read; the others may hold anything
 * @param format of the files, as far as it is known
 * @param blanks whether blanks may surround quotes, which is known only when one is found
 * @param store of the numbers
 */
record TextReader(
    SourceFiles files,
    ColumnSelection selection,
    TableFormat format,
    boolean blanks,
    CellStore store) {

  /**
   * Reads a whole table.
   *
   * @param files with the table
   * @param selection of the columns to read; the others may hold anything
   * @param format format of the files, as far as it is known
   * @param memory bytes of numbers in memory; others are in a temporary file
   * @throws InputException if they are no such files, with all problems: line (from 1), column,
   *     value and what was expected
   */
  static DataFile read(
      SourceFiles files, ColumnSelection selection, TableFormat format, long memory) {
    return readable(
        blanks -> new TextReader(files, selection, format, blanks, new CellStore(memory)).read());
  }

  /**
   * The names of the columns; only the first rows are read.
   *
   * @param files with the table, whose format is detected
   * @throws InputException if they cannot be read
   */
  static List<String> names(SourceFiles files) {
    return readable(
        blanks -> {
          try (FilesText text = FilesText.of(files, TableFormat.AUTO, blanks)) {
            return text.heads().names();
          }
        });
  }

  /**
   * Begins to read a table block by block.
   *
   * @param files with the table
   * @param selection of the columns to read; the others may hold anything
   * @param format format of the files, as far as it is known
   * @param rows of a block, at least 1
   * @param noted receives the problems of rows; without it, such rows are rejected
   * @throws InputException if they are no such files, as far as their first rows show
   */
  static TableBlocks blocks(
      SourceFiles files,
      ColumnSelection.Typed selection,
      TableFormat format,
      int rows,
      Optional<RowProblems> noted) {
    // Blocks that were passed on cannot be read again, so blanks beside quotes are expected from
    // the start.
    TextReader reader = new TextReader(files, selection, format, true, CellStore.unlimited());
    return readable(blanks -> reader.blocks(rows, noted));
  }

  private TableBlocks blocks(int rows, Optional<RowProblems> noted) throws IOException {
    FilesText text = FilesText.of(files, format, blanks);
    try {
      Header.requireSound(files.name(), text.heads().names(), text.heads().repeats(), selection);
      TableBuilder builder = new TableBuilder(files.name(), builders(text.heads()), noted);
      return new TableBlocks(
          new TableBlocks.Rows(
              most -> builder.take(text::sendNext, most),
              builder::takeOrigin,
              text.heads()::declaration,
              text),
          builder,
          rows,
          noted);
    } catch (RuntimeException e) {
      text.close();
      throw e;
    }
  }

  private static <T> T readable(IoFunction<Boolean, T> reading) {
    try {
      try {
        return reading.apply(false);
      } catch (BlankBesideQuoteException e) {
        return reading.apply(true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DataFile read() throws IOException {
    try (FilesText text = FilesText.of(files, format, blanks)) {
      TextHeads heads = text.heads();
      List<String> names = heads.names();
      Header.requireSound(files.name(), names, heads.repeats(), selection);
      TableBuilder builder = new TableBuilder(files.name(), builders(text.heads()));
      builder.take(text::sendNext, Long.MAX_VALUE);
      builder.requireSound(!selection.forgives());
      if (builder.rows() > Integer.MAX_VALUE - 8) {
        throw new InputException(
            "%s: %s rows (expected: fewer than 2^31)".formatted(files.name(), builder.rows()));
      }
      String sha256 = text.sha256();
      Set<Integer> late = builder.needTexts();
      Map<Integer, String> codes = codes(builder, names);
      late.addAll(codes.keySet());
      TableBuilder texts = late.isEmpty() ? builder : texts(names, late, sha256);
      RowOrigin origin = builder.takeOrigin();
      CellKinds kinds =
          new CellKinds(selection, heads::notation, heads::declaration, store, origin);
      List<Column> columns =
          IntStream.range(0, names.size())
              .filter(i -> selection.reads(names.get(i)))
              .mapToObj(
                  i ->
                      codes.containsKey(i) && declared(heads, i)
                          ? texts.build(i)
                          : kinds.settle((late.contains(i) ? texts : builder).build(i)))
              .toList();
      List<String> cells = new ArrayList<>(builder.cellProblems());
      codes.keySet().stream().filter(i -> declared(heads, i)).map(codes::get).forEach(cells::add);
      List<String> notes = new ArrayList<>(heads.notes());
      builder.note().ifPresent(notes::add);
      return new DataFile(
          files.name(),
          sha256,
          new Table(columns, 0, origin),
          kinds.notes(notes, cells),
          kinds.ofColumns(),
          heads.repeats());
    }
  }

  private static boolean declared(TextHeads heads, int column) {
    return heads.declaration(heads.names().get(column)) != TextDeclaration.NONE;
  }

  /** Columns of numbers that are rather codes, and why. */
  private Map<Integer, String> codes(TableBuilder builder, List<String> names) {
    Map<Integer, String> codes = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (selection.reads(names.get(i)) && selection.kind(names.get(i)) == INFERRED) {
        int place = i;
        builder.codes(i).ifPresent(why -> codes.put(place, why));
      }
    }
    return codes;
  }

  private List<Optional<ColumnBuilder>> builders(TextHeads heads) {
    MissingCells missing = missing();
    return heads.names().stream()
        .map(
            name -> Optional.of(name).filter(selection::reads).map(n -> builder(heads, n, missing)))
        .toList();
  }

  private MissingCells missing() {
    return new MissingCells(format.missing());
  }

  private ColumnBuilder builder(TextHeads heads, String name, MissingCells missing) {
    return selection
        .kind(name)
        .builder(name, missing, heads.notation(name), selection.unit(name))
        .orElseGet(() -> heads.builder(name, missing, store));
  }

  /** Reads the files again, only for the texts of some columns. */
  private TableBuilder texts(List<String> names, Set<Integer> places, String sha256)
      throws IOException {
    MissingCells missing = missing();
    TableBuilder builder =
        new TableBuilder(
            files.name(),
            IntStream.range(0, names.size())
                .mapToObj(
                    i ->
                        Optional.of(i)
                            .filter(places::contains)
                            .<ColumnBuilder>map(n -> new TextBuilder(names.get(n), missing)))
                .toList());
    try (FilesText text = FilesText.of(files, format, blanks)) {
      builder.take(text::sendNext, Long.MAX_VALUE);
      if (!text.sha256().equals(sha256)) {
        throw new InputException(
            files.name() + ": changed while it was read (expected: a file that nothing writes to)");
      }
    }
    return builder;
  }
}
