// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.text.NumberText;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.TextEncoding;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.csv.CsvRow;
import io.otd.table.internal.csv.CsvRows;
import io.otd.table.internal.text.TextDecoder;
import io.otd.table.internal.text.TextSource;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The rows of a CSV file one after another, for files that need not fit into memory. The first row
 * is passed as text: it may contain names or numbers.
 */
public final class NumberRows implements AutoCloseable {
  private final Path path;
  private final TextSource source;
  private final CsvRows rows;
  private final CsvRow first;

  private NumberRows(Path path, TextSource source) throws IOException {
    this.path = path;
    this.source = source;
    TextDecoder text = source.text();
    this.rows = new CsvRows(path.toString(), text, 0, CellSeparator.AUTO.in(text.head()), true);
    this.first =
        rows.next()
            .orElseThrow(
                () -> new InputException(path + ": empty file (expected: rows of numbers)"));
  }

  /**
   * Opens a file, plain or gzipped.
   *
   * @throws InputException if it is not such a file
   */
  public static NumberRows open(Path path) {
    try {
      TextSource source = TextSource.open(path.toString(), path, TextEncoding.AUTO);
      try {
        return new NumberRows(path, source);
      } catch (IOException | RuntimeException e) {
        source.close();
        throw e;
      }
    } catch (UncheckedIOException e) {
      throw OpenedText.unreadable(path.toString(), Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw OpenedText.unreadable(path.toString(), e);
    }
  }

  /** The texts of the first row. */
  public List<String> first() {
    return first.cells().stream().map(String::strip).toList();
  }

  /** The first row as numbers, if all its cells are numbers. */
  public Optional<double[]> firstAsNumbers() {
    double[] values = first.cells().stream().mapToDouble(NumberCell::parse).toArray();
    for (double value : values) {
      if (Double.isNaN(value)) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  /**
   * The numbers of some columns of the next row, which is not the first.
   *
   * @param columns positions, from 0
   * @return empty at the end of the file
   * @throws InputException if the row has another number of cells than the first, or a cell of
   *     these columns is not a number: line, column and value
   */
  public Optional<double[]> next(int[] columns) {
    Optional<CsvRow> row;
    try {
      row = rows.next();
    } catch (UncheckedIOException e) {
      throw OpenedText.unreadable(path.toString(), Objects.requireNonNull(e.getCause()));
    }
    return row.map(r -> numbers(r, columns));
  }

  private double[] numbers(CsvRow row, int[] columns) {
    if (row.cells().size() != first.cells().size()) {
      throw new InputException(
          "%s, line %s: %s (expected: %s, as in the first row)"
              .formatted(
                  path,
                  row.line(),
                  NumberText.counted(row.cells().size(), "value"),
                  first.cells().size()));
    }
    double[] values = new double[columns.length];
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      String cell = row.cells().get(columns[i]);
      values[i] = NumberCell.parse(cell);
      if (Double.isNaN(values[i]) && problems.isEmpty()) {
        problems.add(
            "%s, line %s, column %s: %s (expected: a finite number)"
                .formatted(path, row.line(), columns[i] + 1, NumberCell.shown(cell)));
      }
    }
    InputException.throwIfAny(problems);
    return values;
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
