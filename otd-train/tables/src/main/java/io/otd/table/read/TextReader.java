// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Column;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.arff.ArffText;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.DateBuilder;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.build.TableBuilder;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.build.TextBuilder;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.csv.BlankBesideQuoteException;
import io.otd.table.internal.csv.CsvText;
import io.otd.table.internal.store.CellStore;
import io.otd.table.internal.text.MalformedTextException;
import io.otd.table.internal.text.TextSource;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.ZipException;

/**
 * Reads tables from text, plain or gzipped: CSV, with quotes as in RFC 4180, and ARFF, which is
 * recognised by its first line. Blank lines are skipped, and blanks around values are removed. A
 * column whose cells are all numbers or missing is numeric, any other is text, unless an ARFF file
 * declares it. A column without a name gets one, column_3 for the third.
 *
 * <p>While a file is read, its numbers are in memory once, and one column twice. A file with a
 * column in which a text comes after numbers is read a second time, only for this column.
 */
final class TextReader {
  private final Path path;
  private final ColumnSelection selection;
  private final TableFormat format;

  /** Whether blanks may surround quotes. This is known only when one is found. */
  private final boolean blanks;

  private final CellStore store;

  private TextReader(
      Path path, ColumnSelection selection, TableFormat format, boolean blanks, CellStore store) {
    this.store = store;
    this.path = path;
    this.selection = selection;
    this.format = format;
    this.blanks = blanks;
  }

  /**
   * Reads a whole file.
   *
   * @param path of the file
   * @param selection of the columns to read; the others may hold anything
   * @param format format of the file, as far as it is known
   * @param memory bytes of numbers in memory; others are in a temporary file
   * @throws InputException if it is not such a file, with all problems: line (from 1), column,
   *     value and what was expected
   */
  static DataFile read(Path path, ColumnSelection selection, TableFormat format, long memory) {
    return readable(
        path,
        blanks -> new TextReader(path, selection, format, blanks, new CellStore(memory)).read());
  }

  /**
   * The names of a file's columns; only the first rows are read.
   *
   * @param path of the file, whose format is detected
   * @throws InputException if they cannot be read
   */
  static List<String> names(Path path) {
    return readable(
        path,
        blanks -> {
          TextReader reader =
              new TextReader(
                  path, ColumnSelection.all(), TableFormat.AUTO, blanks, CellStore.unlimited());
          try (TextSource source = TextSource.open(path, reader.format.encoding())) {
            return reader.text(source).names();
          }
        });
  }

  /**
   * Begins to read a file block by block.
   *
   * @param path of the file
   * @param selection of the columns to read; the others may hold anything
   * @param format format of the file, as far as it is known
   * @param rows of a block, at least 1
   * @param noted receives the problems of rows; without it, such rows are rejected
   * @throws InputException if it is not such a file, as far as its first rows show
   */
  static TableBlocks blocks(
      Path path,
      ColumnSelection.Typed selection,
      TableFormat format,
      int rows,
      Optional<RowProblems> noted) {
    // Blocks that were passed on cannot be read again, so blanks beside quotes are expected from
    // the start.
    TextReader reader = new TextReader(path, selection, format, true, CellStore.unlimited());
    return readable(path, blanks -> reader.blocks(rows, noted));
  }

  private TableBlocks blocks(int rows, Optional<RowProblems> noted) throws IOException {
    TextSource source = TextSource.open(path, format.encoding());
    try {
      TableText text = text(source);
      Header.requireSound(path.toString(), text.names(), selection);
      TableBuilder builder = new TableBuilder(path.toString(), builders(text), noted);
      return new TextBlocks(
          path,
          source,
          text,
          builder,
          rows,
          noted.orElseGet(() -> new RowProblems(path.toString())));
    } catch (IOException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private interface Reading<T> {
    T run(boolean blanks) throws IOException;
  }

  private static <T> T readable(Path path, Reading<T> reading) {
    try {
      try {
        // A pipe cannot be read twice, so blanks beside quotes are expected from the start.
        return reading.run(!Files.isRegularFile(path));
      } catch (BlankBesideQuoteException e) {
        return reading.run(true);
      }
    } catch (UncheckedIOException e) {
      throw unreadable(path, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  static InputException unreadable(Path path, IOException cause) {
    if (cause instanceof MalformedTextException) {
      return new InputException(path + ": " + cause.getMessage());
    }
    if (cause instanceof EOFException || cause instanceof ZipException) {
      return new InputException(path + ": broken gzip file, " + cause.getMessage());
    }
    return new InputException(path + ": " + cause.getMessage() + " (expected: a readable table)");
  }

  private DataFile read() throws IOException {
    try (TextSource source = TextSource.open(path, format.encoding())) {
      TableText text = text(source);
      List<String> names = text.names();
      Header.requireSound(path.toString(), names, selection);
      TableBuilder builder = new TableBuilder(path.toString(), builders(text));
      builder.take(text, Long.MAX_VALUE);
      builder.requireSound();
      if (builder.rows() > Integer.MAX_VALUE - 8) {
        throw new InputException(
            "%s: %s rows (expected: fewer than 2^31)".formatted(path, builder.rows()));
      }
      String sha256 = source.sha256OfAll();
      Set<Integer> late = builder.needTexts();
      TableBuilder texts = late.isEmpty() ? builder : texts(names, late, sha256);
      RowOrigin origin = builder.takeOrigin();
      CellKinds kinds = new CellKinds(selection, text.notation(), store, origin);
      List<Column> columns =
          IntStream.range(0, names.size())
              .filter(i -> selection.reads(names.get(i)))
              .mapToObj(i -> kinds.settle((late.contains(i) ? texts : builder).build(i)))
              .toList();
      kinds.requireSound();
      List<String> notes = new ArrayList<>(text.notes());
      notes.addAll(kinds.notes());
      return new DataFile(path.toString(), sha256, new Table(columns, 0, origin), notes);
    }
  }

  private TableText text(TextSource source) throws IOException {
    String file = path.toString();
    return ArffText.recognises(file, source.text().head())
        ? new ArffText(file, source.text(), format)
        : new CsvText(file, source.text(), format, blanks);
  }

  private List<Optional<ColumnBuilder>> builders(TableText text) {
    return IntStream.range(0, text.names().size()).mapToObj(i -> builder(text, i)).toList();
  }

  private Optional<ColumnBuilder> builder(TableText text, int column) {
    String name = text.names().get(column);
    if (!selection.reads(name)) {
      return Optional.empty();
    }
    MissingCells missing = new MissingCells(format.missing());
    return Optional.of(
        switch (selection.kind(name)) {
          case NUMBER -> text.numbers(column);
          case TEXT, MOSTLY_DATE -> new TextBuilder(name, missing);
          case DATE -> new DateBuilder(name, missing);
          case CODE -> text.codes(column);
          case INFERRED -> text.builder(column, store);
        });
  }

  /** Reads the file again, only for the texts of some columns. */
  private TableBuilder texts(List<String> names, Set<Integer> places, String sha256)
      throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new InputException(
          ("%s: column %s has texts after numbers, for which it is read twice (expected: a"
                  + " file, not a pipe)")
              .formatted(path, Quoted.of(names.get(places.iterator().next()))));
    }
    MissingCells missing = new MissingCells(format.missing());
    TableBuilder builder =
        new TableBuilder(
            path.toString(),
            IntStream.range(0, names.size())
                .mapToObj(
                    i ->
                        places.contains(i)
                            ? Optional.<ColumnBuilder>of(new TextBuilder(names.get(i), missing))
                            : Optional.<ColumnBuilder>empty())
                .toList());
    try (TextSource source = TextSource.open(path, format.encoding())) {
      builder.take(text(source), Long.MAX_VALUE);
      if (!source.sha256OfAll().equals(sha256)) {
        throw new InputException(path + ": changed while it was read (expected: a file at rest)");
      }
    }
    return builder;
  }
}
