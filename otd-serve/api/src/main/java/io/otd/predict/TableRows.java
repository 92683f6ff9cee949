// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows being built, one cell after another. Every error is an {@link IllegalArgumentException} that
 * names row and column, rows counted from 0. Not thread-safe.
 */
public final class TableRows {
  private static final int FIRST = 64;

  private final InputRows check;
  private final List<InputColumn> columns;
  private final List<String> names;
  private final Map<String, Integer> places = new HashMap<>();
  private final int[] within;
  private final int numeric;
  private final int text;
  private final List<String> texts = new ArrayList<>();
  private float[] numbers = new float[FIRST];
  private final BitSet given = new BitSet();
  private int rows;

  /** Starts without rows. */
  public TableRows(TableSchema schema) {
    this(schema, new InputRows(schema));
  }

  TableRows(TableSchema schema, InputRows check) {
    this.check = check;
    columns = schema.inputs();
    names = schema.inputNames();
    numeric = schema.numeric().size();
    text = schema.text().size();
    within = new int[columns.size()];
    int seenNumbers = 0;
    int seenTexts = 0;
    for (int i = 0; i < within.length; i++) {
      places.put(names.get(i), i);
      boolean number = isNumeric(i);
      within[i] = number ? seenNumbers++ : seenTexts++;
    }
    begin();
  }

  /** Number of complete rows. */
  public int size() {
    return rows;
  }

  /** Names of the columns, in order. */
  public List<String> names() {
    return names;
  }

  /** Whether cells of a column are numbers, not texts. */
  public boolean isNumeric(int column) {
    return columns.get(column).match(number -> true, words -> false);
  }

  /** Position of a column, from 0. */
  public int column(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          "row %s: unknown column \"%s\" (expected: %s)".formatted(rows, name, names));
    }
    return place;
  }

  /** Adds space for a row of missing cells. */
  private void begin() {
    int need = (rows + 1) * numeric;
    if (need > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(need, 2 * numbers.length));
    }
    Arrays.fill(numbers, rows * numeric, need, Float.NaN);
    for (int i = 0; i < text; i++) {
      texts.add(TextInput.MISSING);
    }
  }

  private void give(int column) {
    if (given.get(column)) {
      throw new IllegalArgumentException(
          "row %s: column \"%s\" appears twice".formatted(rows, names.get(column)));
    }
    given.set(column);
  }

  /** A cell of a column of numbers; NaN for a missing one. */
  public void number(int column, double value) {
    if (isNumeric(column)) {
      give(column);
      numbers[rows * numeric + within[column]] = (float) value;
    } else {
      cell(column, value);
    }
  }

  /** A cell of a column of texts; blank for a missing one. */
  public void text(int column, String value) {
    if (isNumeric(column)) {
      cell(column, value);
    } else {
      give(column);
      texts.set(rows * text + within[column], value);
    }
  }

  /**
   * A cell of any type, as {@link NumericInput#number} and {@link TextInput#text} read it; null for
   * a missing one.
   */
  public void cell(int column, @Nullable Object cell) {
    if (cell == null) {
      missing(column);
      return;
    }
    try {
      InputColumn unused =
          columns
              .get(column)
              .match(
                  number -> {
                    number(column, number.number(cell));
                    return number;
                  },
                  words -> {
                    text(column, words.text(cell));
                    return words;
                  });
    } catch (IllegalArgumentException e) {
      throw InputRows.bad(rows, columns.get(column), e);
    }
  }

  /** A missing cell. */
  public void missing(int column) {
    requireMissing(column);
    give(column);
  }

  private void requireMissing(int column) {
    if (!columns.get(column).mayBeMissing()) {
      throw wrong(column, "missing");
    }
  }

  /**
   * The error for a cell that its column cannot have.
   *
   * @param shown the cell, as the message shows it
   */
  public IllegalArgumentException wrong(int column, String shown) {
    return columns
        .get(column)
        .match(
            number -> InputRows.bad(rows, number, shown, "a number"),
            words -> InputRows.bad(rows, words, shown, words.expected()));
  }

  /** The error for a row of another length. */
  public IllegalArgumentException wrongLength(String shown) {
    return new IllegalArgumentException(
        "row %s: %s (expected: %s, for %s)".formatted(rows, shown, names.size(), names));
  }

  /** Ends a row: a cell that was not given is missing. */
  public void end() {
    for (int i = given.nextClearBit(0); i < columns.size(); i = given.nextClearBit(i + 1)) {
      requireMissing(i);
    }
    given.clear();
    rows++;
    begin();
  }

  /**
   * Cells beyond the bounds to which their columns are clipped: the model uses the bound, so a
   * prediction does not depend on how far beyond they are.
   *
   * @return for the complete rows with such a cell, by their positions from 0, the names of the
   *     columns
   */
  public SortedMap<Integer, List<String>> outside() {
    SortedMap<Integer, List<String>> outside = new TreeMap<>();
    for (int column = 0; column < columns.size(); column++) {
      int place = column;
      columns
          .get(column)
          .match(
              number -> {
                for (int row = 0; row < rows; row++) {
                  float cell = numbers[row * numeric + within[place]];
                  if (cell < (float) number.lower() || cell > (float) number.upper()) {
                    outside.computeIfAbsent(row, r -> new ArrayList<>()).add(number.name());
                  }
                }
                return number;
              },
              words -> words);
    }
    return outside;
  }

  /** The cells of the complete rows, checked. */
  public InputCells cells() {
    return check.checked(
        Arrays.copyOf(numbers, rows * numeric),
        texts.subList(0, rows * text).toArray(String[]::new),
        rows);
  }
}
