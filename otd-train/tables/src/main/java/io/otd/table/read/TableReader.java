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
 * Reads tables. It reads CSV and ARFF itself, plain or gzipped; the first bytes of a file determine
 * its kind. Parquet, JSON lines, folders and patterns of files, databases and queries are read if
 * {@code otd-sources} is on the class path.
 *
 * <p>In a text file, a column whose cells are all numbers or missing is numeric, any other is text,
 * unless an ARFF file declares it; a column without a name gets one, column_3 for the third. All
 * other sources declare their columns, see {@link SourceColumn.Kind}.
 *
 * <p>While a table is read, its numbers are in memory once, and one column twice. A text file with
 * a column in which a text comes after numbers is read a second time, only for this column.
 */
public final class TableReader {
  private TableReader() {}

  /**
   * Reads all columns of a file, detecting its format.
   *
   * @param path of the file
   * @throws InputException if it is not such a file, with all problems: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path) {
    return read(path, ColumnSelection.all());
  }

  /**
   * Reads a file, detecting its format.
   *
   * @param path of the file
   * @param selection of the columns to read; the others may hold anything
   * @throws InputException if it is not such a file, with all problems: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection) {
    return read(path, selection, TableFormat.AUTO);
  }

  /**
   * Reads a whole file.
   *
   * @param path of the file
   * @param selection of the columns to read; the others may hold anything
   * @param format format of a text file, as far as it is known
   * @throws InputException if it is not such a file, with all problems: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path, ColumnSelection selection, TableFormat format) {
    return read(TableAddress.file(path), selection, format);
  }

  /**
   * Reads a whole table.
   *
   * @param address where it is
   * @param selection of the columns to read; the others may hold anything
   * @param format format of a text file, as far as it is known
   * @throws InputException if it is invalid, with all problems: line or row (from 1), column, value
   *     and what was expected
   * @throws UncheckedIOException if it cannot be reached or read
   */
  public static DataFile read(TableAddress address, ColumnSelection selection, TableFormat format) {
    return read(address, selection, format, Long.MAX_VALUE);
  }

  /**
   * Reads a whole table whose numbers need not all fit into memory. If they do not, its numeric
   * columns are {@link io.otd.table.StoredColumn}s, in a temporary file without a name. Texts are
   * held in memory.
   *
   * @param address where it is
   * @param selection of the columns to read; the others may hold anything
   * @param format format of a text file, as far as it is known
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
   * Reads a table opened by the program.
   *
   * @param name of the table, for messages
   * @param source not closed here
   * @param selection of the columns to read; the others may hold anything
   * @throws InputException if it is invalid, with all problems
   * @throws IOException if it cannot be read
   */
  public static DataFile read(String name, OpenTable source, ColumnSelection selection)
      throws IOException {
    return SourceReader.read(name, source, selection);
  }

  /**
   * The names of a file's columns; only the first rows are read.
   *
   * @param path of the file, whose format is detected
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
   * @param selection of the columns to read; the others may hold anything
   * @param format format of a text file, as far as it is known
   * @param rows of a block, at least 1
   * @throws InputException if it is invalid, as far as its first rows show
   * @throws UncheckedIOException if it cannot be reached or read
   */
  public static TableBlocks blocks(
      TableAddress address, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocks(address, selection, format, rows, Optional.empty());
  }

  /**
   * As {@link #blocks(TableAddress, ColumnSelection.Typed, TableFormat, int)}, for a file.
   *
   * @param path of the file
   */
  public static TableBlocks blocks(
      Path path, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocks(TableAddress.file(path), selection, format, rows);
  }

  /**
   * As {@link #blocks}, but a row with a cell that is not a number, or with too many or too few
   * cells, is noted in {@link TableBlocks#badRows} instead of being rejected; such cells are
   * missing.
   */
  public static TableBlocks blocksWithBadRows(
      TableAddress address, ColumnSelection.Typed selection, TableFormat format, int rows) {
    return blocks(address, selection, format, rows, Optional.of(new RowProblems(address.name())));
  }

  /** As {@link #blocksWithBadRows}, for a file. */
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

  /** The text file of a table, if it is one. */
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
