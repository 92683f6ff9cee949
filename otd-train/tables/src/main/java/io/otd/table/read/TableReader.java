// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.Table;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.RowProblems;
import io.otd.table.internal.json.JsonTable;
import io.otd.table.internal.source.Connectors;
import io.otd.table.internal.source.FileKind;
import io.otd.table.internal.source.PipedFile;
import io.otd.table.internal.source.SourceFiles;
import io.otd.table.problem.InputException;
import io.otd.table.source.OpenTable;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads tables. It reads CSV, ARFF and JSON lines itself, plain or gzipped, also from folders and
 * patterns of names; the first bytes of a file determine its kind. Parquet files, databases and
 * queries are read if {@code otd-sources} is on the class path.
 *
 * <p>In a text file, a column whose cells are all numbers or missing is numeric, any other is text,
 * unless an ARFF file declares it; a column without a name gets one, column_3 for the third. All
 * other sources declare their columns, see {@link io.otd.table.source.SourceColumn.Kind}.
 *
 * <p>While a table is read, its numbers are in memory once, and one column twice. A text file with
 * a column in which a text comes after numbers is read a second time, only for this column.
 */
public final class TableReader {
  private TableReader() {}

  /**
   * Reads all columns of a file, detecting its format.
   *
   * @throws InputException if it is not such a file, with all problems: line (from 1), column,
   *     value and what was expected
   */
  public static DataFile read(Path path) {
    return read(path, ColumnSelection.all());
  }

  /**
   * Reads a file, detecting its format.
   *
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
    Optional<Path> pipe = files(address).filter(PipedFile::isMeantBy);
    try {
      if (pipe.isPresent()) {
        try (PipedFile copy = PipedFile.copied(pipe.get())) {
          return read(copy.files(), selection, format, memory);
        }
      }
      Optional<Path> path = files(address);
      if (path.isPresent()) {
        return read(SourceFiles.of(path.get()), selection, format, memory);
      }
      try (OpenTable source = opened(address, format)) {
        return SourceReader.read(address.name(), source, selection, format.decimal(), memory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DataFile read(
      SourceFiles files, ColumnSelection selection, TableFormat format, long memory)
      throws IOException {
    if (files.kind() == FileKind.TEXT) {
      return TextReader.read(files, selection, format, memory);
    }
    try (OpenTable source = opened(files, format)) {
      return SourceReader.read(files.name(), source, selection, format.decimal(), memory);
    }
  }

  private static OpenTable opened(SourceFiles files, TableFormat format) throws IOException {
    format.requireUnset(files.name(), false, "its files declare their columns");
    return files.kind() == FileKind.JSON
        ? JsonTable.of(files)
        : opened(TableAddress.file(files.path()), format);
  }

  private static OpenTable opened(TableAddress address, TableFormat format) throws IOException {
    if (address.file().isEmpty()) {
      format.requireUnset(address.name(), false, "no text file is given");
    }
    return Connectors.reading(address).open(address, format);
  }

  /** The files of a table, if it is no query over them. */
  private static Optional<Path> files(TableAddress address) {
    return address.query().isPresent() ? Optional.empty() : address.file();
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
   * Reads the texts of a table that a program made as those of a file that declares them as texts:
   * numbers, perhaps with a unit, and dates. Columns of numbers stay as they are.
   *
   * @param selection of the columns to read; the others stay as they are
   * @param notes receives notes for the user
   * @throws InputException if a cell is not what the selection says, with all problems
   */
  public static Table texts(Table table, ColumnSelection selection, Consumer<String> notes) {
    return new TableTexts(table, selection).read(notes);
  }

  /**
   * The names of a file's columns; only the first rows are read.
   *
   * @param path of the file, whose format is detected
   * @throws InputException if they cannot be read
   */
  public static List<String> names(Path path) {
    try {
      SourceFiles files = SourceFiles.of(path);
      if (files.kind() == FileKind.TEXT) {
        return TextReader.names(files);
      }
      try (OpenTable source = opened(files, TableFormat.AUTO)) {
        return SourceTable.naming(files.name(), source.columns()).names();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  /** As {@link #blocks(TableAddress, ColumnSelection.Typed, TableFormat, int)}, for a file. */
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
    return blocks(address, selection, format, rows, Optional.of(new RowProblems()));
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
    try {
      Optional<Path> path = files(address);
      if (path.isEmpty()) {
        return SourceReader.blocks(
            address.name(), opened(address, format), selection, format.decimal(), rows, noted);
      }
      SourceFiles files = SourceFiles.of(path.get());
      return files.kind() == FileKind.TEXT
          ? TextReader.blocks(files, selection, format, rows, noted)
          : SourceReader.blocks(
              files.name(), opened(files, format), selection, format.decimal(), rows, noted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
