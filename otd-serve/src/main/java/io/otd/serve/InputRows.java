package io.otd.serve;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A caller's rows as the cells that the model takes, checked. */
final class InputRows {
  private static final String[] NO_TEXTS = {};

  private final List<NumericInput> numeric;
  private final List<TextInput> text;
  private final List<String> names;
  private final Set<String> known;

  InputRows(TableSchema schema) {
    this.numeric = schema.numeric();
    this.text = schema.text();
    this.names = schema.inputNames();
    this.known = new HashSet<>(names);
  }

  /** Rows of numbers, of one array each. */
  InputCells of(float[][] rows) {
    int width = numeric.size();
    float[] values = new float[Math.multiplyExact(rows.length, width)];
    for (int i = 0; i < rows.length; i++) {
      requireNumbersAlone();
      if (rows[i].length != width) {
        throw new IllegalArgumentException(
            "row %d: %d values (expected: %d, for %s)".formatted(i, rows[i].length, width, names));
      }
      System.arraycopy(rows[i], 0, values, i * width, width);
    }
    return checked(values, NO_TEXTS, rows.length);
  }

  /** Rows of numbers one after another; the array is copied. */
  InputCells of(float[] values, int rows) {
    requireNumbersAlone();
    requireSize("values", values.length, rows, numeric);
    return checked(values.clone(), NO_TEXTS, rows);
  }

  /** Rows of numbers and rows of texts, one after another; the arrays are copied. */
  InputCells of(float[] numbers, String[] texts, int rows) {
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
          "%s: %d (expected: %d rows of %d, for %s)"
              .formatted(
                  what,
                  length,
                  rows,
                  columns.size(),
                  columns.stream().map(InputColumn::name).toList()));
    }
  }

  /** Rows by column name. */
  InputCells of(List<? extends Map<String, ?>> rows) {
    float[] numbers = new float[Math.multiplyExact(rows.size(), numeric.size())];
    String[] texts = new String[Math.multiplyExact(rows.size(), text.size())];
    for (int i = 0; i < rows.size(); i++) {
      Map<String, ?> row = rows.get(i);
      for (String name : row.keySet()) {
        if (!known.contains(name)) {
          throw new IllegalArgumentException(
              "row %d: unknown column \"%s\" (expected: %s)".formatted(i, name, names));
        }
      }
      for (int j = 0; j < numeric.size(); j++) {
        NumericInput column = numeric.get(j);
        numbers[i * numeric.size() + j] = number(i, column, present(i, column, row));
      }
      for (int j = 0; j < text.size(); j++) {
        TextInput column = text.get(j);
        texts[i * text.size() + j] = text(i, column, present(i, column, row));
      }
    }
    return checked(numbers, texts, rows.size());
  }

  private static @Nullable Object present(int row, InputColumn column, Map<String, ?> cells) {
    Object cell = cells.get(column.name());
    if (cell == null && !column.mayBeMissing()) {
      throw new IllegalArgumentException(
          "row %d: column \"%s\" is missing".formatted(row, column.name()));
    }
    return cell;
  }

  private static float number(int row, NumericInput column, @Nullable Object cell) {
    if (cell == null) {
      return Float.NaN;
    }
    if (cell instanceof Number number) {
      return number.floatValue();
    }
    throw bad(row, column, "\"" + cell + "\"", "a number");
  }

  private static String text(int row, TextInput column, @Nullable Object cell) {
    if (cell == null) {
      return TextInput.MISSING;
    }
    if (cell instanceof CharSequence text) {
      return text.toString();
    }
    throw bad(row, column, cell + ", no text", column.expected());
  }

  private InputCells checked(float[] numbers, String[] texts, int rows) {
    for (int i = 0; i < numbers.length; i++) {
      NumericInput column = numeric.get(i % numeric.size());
      boolean gap = Float.isNaN(numbers[i]) && column.mayBeMissing();
      if (!Float.isFinite(numbers[i]) && !gap) {
        throw bad(i / numeric.size(), column, String.valueOf(numbers[i]), "a finite float");
      }
    }
    for (int i = 0; i < texts.length; i++) {
      TextInput column = text.get(i % text.size());
      if (!column.accepts(texts[i])) {
        throw bad(i / text.size(), column, "\"" + texts[i] + "\"", column.expected());
      }
    }
    return new InputCells(numbers, texts, rows);
  }

  private static IllegalArgumentException bad(
      int row, InputColumn column, String cell, String expected) {
    return new IllegalArgumentException(
        "row %d: column \"%s\": %s (expected: %s)".formatted(row, column.name(), cell, expected));
  }
}
