// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import java.util.List;
import java.util.Map;

/**
 * A caller's rows, checked and converted to the cells that the model takes. Every error is an
 * {@link IllegalArgumentException} that names row and column, rows counted from 0.
 */
public final class InputRows {
  private static final String[] NO_TEXTS = {};

  private final TableSchema schema;
  private final List<NumericInput> numeric;
  private final List<TextInput> text;
  private final List<String> names;

  /** Rows of a model. */
  public InputRows(TableSchema schema) {
    this.schema = schema;
    this.numeric = schema.numeric();
    this.text = schema.text();
    this.names = schema.inputNames();
  }

  /**
   * Rows of numbers.
   *
   * @param rows one array per row; NaN for a missing cell
   */
  public InputCells of(float[][] rows) {
    int width = numeric.size();
    float[] values = new float[Math.multiplyExact(rows.length, width)];
    for (int i = 0; i < rows.length; i++) {
      requireNumbersAlone();
      if (rows[i].length != width) {
        throw new IllegalArgumentException(
            "row %s: %s (expected: %s, for %s)"
                .formatted(i, NumberText.counted(rows[i].length, "value"), width, names));
      }
      System.arraycopy(rows[i], 0, values, i * width, width);
    }
    return checked(values, NO_TEXTS, rows.length);
  }

  /**
   * Rows of numbers one after another.
   *
   * @param values row-major; copied
   * @param rows n
   */
  public InputCells of(float[] values, int rows) {
    requireNumbersAlone();
    requireSize("values", values.length, rows, numeric);
    return checked(values.clone(), NO_TEXTS, rows);
  }

  /**
   * Rows of numbers and rows of texts, one after another.
   *
   * @param numbers row-major; copied
   * @param texts row-major, empty for a missing cell; copied
   * @param rows n
   */
  public InputCells of(float[] numbers, String[] texts, int rows) {
    requireSize("numbers", numbers.length, rows, numeric);
    requireSize("texts", texts.length, rows, text);
    return checked(numbers.clone(), texts.clone(), rows);
  }

  private void requireNumbersAlone() {
    if (!text.isEmpty()) {
      throw new IllegalArgumentException(
          "rows of numbers alone (expected: rows by column name; %s take texts)"
              .formatted(text.stream().map(TextInput::name).toList()));
    }
  }

  private static void requireSize(
      String what, int length, int rows, List<? extends InputColumn> columns) {
    if (rows < 0 || length != (long) rows * columns.size()) {
      throw new IllegalArgumentException(
          "%s: %s (expected: %s rows of %s, for %s)"
              .formatted(
                  what,
                  length,
                  rows,
                  columns.size(),
                  columns.stream().map(InputColumn::name).toList()));
    }
  }

  /**
   * Rows by column name.
   *
   * @param rows for every column a cell of any type, as {@link NumericInput#number} and {@link
   *     TextInput#text} read it; null or absent for a missing cell
   */
  public InputCells of(List<? extends Map<String, ?>> rows) {
    TableRows cells = new TableRows(schema, this);
    for (Map<String, ?> row : rows) {
      for (String name : row.keySet()) {
        cells.cell(cells.column(name), row.get(name));
      }
      cells.end();
    }
    return cells.cells();
  }

  /** Checks the cells against the columns. */
  InputCells checked(float[] numbers, String[] texts, int rows) {
    for (int i = 0; i < numbers.length; i++) {
      NumericInput column = numeric.get(i % numeric.size());
      boolean gap = Float.isNaN(numbers[i]) && column.mayBeMissing();
      if (!Float.isFinite(numbers[i]) && !gap) {
        throw bad(i / numeric.size(), column, String.valueOf(numbers[i]), "a finite number");
      }
    }
    for (int i = 0; i < texts.length; i++) {
      TextInput column = text.get(i % text.size());
      if (!column.accepts(texts[i])) {
        throw bad(i / text.size(), column, "\"" + texts[i] + "\"", column.expected(texts[i]));
      }
    }
    return new InputCells(numbers, texts, rows);
  }

  /**
   * The error for a cell.
   *
   * @param problem names the cell and what was expected
   */
  static IllegalArgumentException bad(
      int row, InputColumn column, IllegalArgumentException problem) {
    return new IllegalArgumentException(
        "row %s: column \"%s\": %s".formatted(row, column.name(), problem.getMessage()), problem);
  }

  /** The error for a cell. */
  static IllegalArgumentException bad(int row, InputColumn column, String cell, String expected) {
    return new IllegalArgumentException(
        "row %s: column \"%s\": %s (expected: %s)".formatted(row, column.name(), cell, expected));
  }
}
