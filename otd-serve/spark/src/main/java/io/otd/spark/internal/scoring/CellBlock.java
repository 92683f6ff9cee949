// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few rows in the form for a predictor, added one after the other. Not thread-safe. */
final class CellBlock {
  private final List<InputColumn> columns;
  private final List<CellType> types;
  private final TrainingRange range;
  private final int numeric;
  private final int text;
  private final float[] numbers;
  private final String[] texts;
  private final List<List<String>> outside = new ArrayList<>();

  /**
   * Starts without rows.
   *
   * @param schema of the model
   * @param types of the cells, in the order of its inputs
   * @param range of the training rows
   * @param capacity maximum number of rows
   */
  CellBlock(TableSchema schema, List<CellType> types, TrainingRange range, int capacity) {
    this.columns = schema.inputs();
    this.types = types;
    this.range = range;
    this.numeric = schema.numeric().size();
    this.text = schema.text().size();
    this.numbers = new float[capacity * numeric];
    this.texts = new String[capacity * text];
  }

  /**
   * Adds a row that can be encoded.
   *
   * @param cells in the order of the model's inputs, null for a missing one
   * @return why the row cannot be encoded, and was not added; empty if it was
   */
  String add(@Nullable Object[] cells) {
    int number = rows() * numeric;
    int word = rows() * text;
    List<String> beyond = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Object cell = cells[i];
      CellType type = types.get(i);
      int atNumber = number;
      int atText = word;
      String problem =
          columns
              .get(i)
              .match(
                  column -> number(column, cell, atNumber),
                  column -> text(column, cell, type, atText));
      if (!problem.isEmpty()) {
        return problem;
      }
      boolean isNumber = columns.get(i).match(column -> true, column -> false);
      if (isNumber ? range.outside(i, numbers[atNumber]) : range.outside(i, texts[atText])) {
        beyond.add(columns.get(i).name());
      }
      number += isNumber ? 1 : 0;
      word += isNumber ? 0 : 1;
    }
    outside.add(List.copyOf(beyond));
    return "";
  }

  private String number(NumericInput column, @Nullable Object cell, int at) {
    double value = cell == null ? Double.NaN : CellType.number(cell);
    if (Double.isNaN(value) && !column.mayBeMissing()) {
      return problem(column, "missing", "a number; no cell was missing in training");
    }
    if (Math.abs(value) > Float.MAX_VALUE) {
      return problem(column, String.valueOf(value), "a number of magnitude at most 3.4e38");
    }
    numbers[at] = (float) value;
    return "";
  }

  private String text(TextInput column, @Nullable Object cell, CellType type, int at) {
    String value = cell == null ? TextInput.MISSING : type.text(cell);
    if (!column.accepts(value)) {
      String shown = value.equals(TextInput.MISSING) ? "missing" : "\"" + value + "\"";
      return problem(column, shown, column.expected());
    }
    texts[at] = value;
    return "";
  }

  private static String problem(InputColumn column, String cell, String expected) {
    return "column \"%s\": %s (expected: %s)".formatted(column.name(), cell, expected);
  }

  /** Number of added rows. */
  int rows() {
    return outside.size();
  }

  /** The cells that are numbers, row-major; NaN for a missing one. */
  float[] numbers() {
    return Arrays.copyOf(numbers, rows() * numeric);
  }

  /** The cells that are texts, row-major; empty for a missing one. */
  String[] texts() {
    return Arrays.copyOf(texts, rows() * text);
  }

  /** Columns in which a row lies outside the range of the training rows; mostly none. */
  List<String> outside(int row) {
    return outside.get(row);
  }
}
