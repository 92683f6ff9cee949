// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.source.Connectors;
import io.otd.table.internal.source.FileKind;
import io.otd.table.problem.InputException;
import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads tables. CSV and ARFF, plain or gzipped, it reads itself; the kind of a file is told by its
 * first bytes. Parquet, JSON lines, folders and patterns of files, databases and queries are read
 * where {@code otd-sources} is on the class path.
 *
 * <p>In a text file, a column whose cells are all numbers or missing is numeric, any other is text,
 * unless an ARFF file declares it; a column without a name gets one, column_3 for the third. All
 * other sources declare their columns, see {@link SourceColumn.Kind}.
 *
 * <p>While a table is read, its numbers are held once, and one column twice. A text file with a
 * column in which a text comes after numbers is read a second time, for this column alone.
 */
public final class TableReader {
  private TableReader() {}

  /**
   * Reads all columns of a file whose format is to be found out.
   *
   * @param path of the file
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path) {
    return read(path, ColumnSelection.all());
  }

  /**
   * Reads a file whose format is to be found out.
   *
   * @param path of the file
   * @param selection which columns are read; the others may hold anything
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection) {
    return read(path, selection, TableFormat.AUTO);
  }

  /**
   * Reads a file whole.
   *
   * @param path of the file
   * @param selection which columns are read; the others may hold anything
   * @param format how a text is written, as far as it is known
   * @throws InputException if it is not such a file, with all that is wrong: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection, TableFormat format) {
    return read(TableAddress.file(path), selection, format);
  }

  /**
   * Reads a table whole.
   *
   * @param address where it is
   * @param selection which columns are read; the others may hold anything
   * @param format how a text is written, as far as it is known
   * @throws InputException if it is not as expected, with all that is wrong: line or row (from 1),
   *     column, value and what was expected
   * @throws UncheckedIOException if it cannot be reached or read
   */
  public static DataFile read(TableAddress address, ColumnSelection selection, TableFormat format) {
    return read(address, selection, format, Long.MAX_VALUE);
  }

  /**
   * Reads a table whole, of which not all numbers need fit into memory. Where they do not, its
   * columns of numbers are {@link io.otd.table.StoredColumn}s, in a temporary file without a name.
   * Texts are in memory.
   *
   * @param address where it is
   * @param selection which columns are read; the others may hold anything
   * @param format how a text is written, as far as it is known
   * @param memory bytes of numbers that are held in memory
   * @throws InputException as {@link #read(TableAddress, ColumnSelection, TableFormat)} does, or if
   *     there is no space for the temporary file
   * @throws UncheckedIOException if it cannot be reached or read
   */
  public static DataFile read(
      TableAddress address, ColumnSelection selection, TableFormat format, long memory) {
    Optional<Path> text = text(address);
    return text.isPresent()
        ? TextReader.read(text.get(), selection, format, memory)
        : opened(address, source -> SourceReader.read(address.name(), source, selection, memory));
  }

  /**
   * Reads a table that a program has opened.
   *
   * @param name of the table, for messages
   * @param source is not closed here
   * @param selection which columns are read; the others may hold anything
   * @throws InputException if it is not as expected, with all that is wrong
   * @throws IOException if it cannot be read
   */
  public static DataFile read(String name, OpenTable source, ColumnSelection selection)
      throws IOException {
    return SourceReader.read(name, source, selection);
  }

  /**
   * The names of a file's columns; no row is looked at but the first ones.
   *
   * @param path of the file, whose format is to be found out
   * @throws InputException if they cannot be read
   */
  public static List<String> names(Path path) {
    TableAddress address = TableAddress.file(path);
    return text(address).isPresent()
        ? TextReader.names(path)
        : opened(address, source -> source.columns().stream().map(SourceColumn::name).toList());
  }

  /**
   * Begins to read a table block by block.
   *
   * @param address where it is
   * @param selection which columns are read; the others may hold anything
   * @param format how a text is written, as far as it is known
   * @param rows of a block, at least 1
   * @throws InputException if it is not as expected, as far as its first rows tell
   * @throws UncheckedIOException if it cannot be reached or read
   */
  public static TableBlocks blocks(
      TableAddress address, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocks(address, selection, format, rows, Optional.empty());
  }

  /**
   * As {@link #blocks(TableAddress, ColumnSelection.Typed, TableFormat, int)}, of a file.
   *
   * @param path of the file
   */
  public static TableBlocks blocks(
      Path path, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocks(TableAddress.file(path), selection, format, rows);
  }

  /**
   * As {@link #blocks}, but a row with a cell that is not a number, or with too many or too few
   * cells, is noted in {@link TableBlocks#badRows} and not refused; such cells are missing.
   */
  public static TableBlocks blocksWithBadRows(
      TableAddress address, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocks(address, selection, format, rows, Optional.of(new RowProblems(address.name())));
  }

  /** As {@link #blocksWithBadRows}, of a file. */
  public static TableBlocks blocksWithBadRows(
      Path path, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocksWithBadRows(TableAddress.file(path), selection, format, rows);
  }

  private static TableBlocks blocks(
      TableAddress address,
      ColumnSelection.Typed selection,
      TableFormat format,
      int rows,
      Optional<RowProblems> noted) {
    Optional<Path> text = text(address);
    if (text.isPresent()) {
      return TextReader.blocks(text.get(), selection, format, rows, noted);
    }
    try {
      return SourceReader.blocks(
          address.name(), Connectors.reading(address).open(address), selection, rows, noted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text file that a table is, if it is one. */
  private static Optional<Path> text(TableAddress address) {
    return address.query().isPresent()
        ? Optional.empty()
        : address.file().filter(file -> FileKind.of(file) == FileKind.TEXT);
  }

  private interface Reading<T> {
    T of(OpenTable source) throws IOException;
  }

  private static <T> T opened(TableAddress address, Reading<T> reading) {
    try (OpenTable source = Connectors.reading(address).open(address)) {
      return reading.of(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
