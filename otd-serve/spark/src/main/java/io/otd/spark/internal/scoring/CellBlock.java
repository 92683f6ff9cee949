// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few rows in the form for a predictor, added one after the other. Not thread-safe. */
final class CellBlock {
  private final List<InputColumn> columns;
  private final TrainingRange range;
  private final int numeric;
  private final int text;
  private final float[] numbers;
  private final String[] texts;
  private final List<List<String>> outside = new ArrayList<>();

  /**
   * Starts without rows.
   *
   * @param range of the training rows
   * @param capacity maximum number of rows
   */
  CellBlock(TableSchema schema, TrainingRange range, int capacity) {
    this.columns = schema.inputs();
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
      String problem = read(columns.get(i), cells[i], number, word);
      if (!problem.isEmpty()) {
        return problem;
      }
      boolean isNumber = columns.get(i).match(column -> true, column -> false);
      if (isNumber ? range.outside(i, numbers[number]) : range.outside(i, texts[word])) {
        beyond.add(columns.get(i).name());
      }
      number += isNumber ? 1 : 0;
      word += isNumber ? 0 : 1;
    }
    outside.add(List.copyOf(beyond));
    return "";
  }

  private String read(InputColumn column, @Nullable Object given, int atNumber, int atText) {
    Object cell = CellType.cell(given);
    try {
      InputColumn unused =
          column.match(
              number -> {
                numbers[atNumber] = (float) number.number(cell);
                return number;
              },
              words -> {
                texts[atText] = words.text(cell);
                return words;
              });
      return "";
    } catch (IllegalArgumentException e) {
      return "column \"%s\": %s".formatted(column.name(), e.getMessage());
    }
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
