// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Texts, each distinct one stored once. The codes are not copied.
 *
 * @param name of the column
 * @param dictionary the distinct texts in order of first appearance, or in the order declared by
 *     the file; no text appears twice
 * @param codes for each row the position of its text in the dictionary, or {@link #MISSING}
 */
public record TextColumn(String name, List<String> dictionary, int[] codes) implements Column {
  /** The code of a missing cell. */
  public static final int MISSING = -1;

  /** Checks the codes. */
  public TextColumn {
    dictionary = List.copyOf(dictionary);
    for (int code : codes) {
      if (code < MISSING || code >= dictionary.size()) {
        throw new IllegalArgumentException(
            "column \"%s\": code %s (expected: at least -1, below %s)"
                .formatted(name, code, dictionary.size()));
      }
    }
  }

  /**
   * A column of texts.
   *
   * @param texts in the order of the rows; empty for a missing one
   */
  public static TextColumn of(String name, String... texts) {
    return of(name, List.of(texts));
  }

  /**
   * A column of texts.
   *
   * @param texts in the order of the rows; empty for a missing one
   */
  public static TextColumn of(String name, List<String> texts) {
    Map<String, Integer> places = new LinkedHashMap<>();
    int[] codes = new int[texts.size()];
    for (int row = 0; row < codes.length; row++) {
      String text = texts.get(row);
      codes[row] = text.isEmpty() ? MISSING : places.computeIfAbsent(text, t -> places.size());
    }
    return new TextColumn(name, List.copyOf(places.keySet()), codes);
  }

  /**
   * The same column with other texts.
   *
   * @param texts for each of the dictionary the one in its place; empty where it becomes missing
   */
  public TextColumn rewritten(List<String> texts) {
    if (texts.equals(dictionary)) {
      return this;
    }
    Map<String, Integer> places = new LinkedHashMap<>();
    int[] now =
        texts.stream()
            .mapToInt(
                text -> text.isEmpty() ? MISSING : places.computeIfAbsent(text, t -> places.size()))
            .toArray();
    return new TextColumn(
        name,
        List.copyOf(places.keySet()),
        Arrays.stream(codes).map(code -> code == MISSING ? MISSING : now[code]).toArray());
  }

  @Override
  public int rows() {
    return codes.length;
  }

  @Override
  public boolean missing(int row) {
    return codes[row] == MISSING;
  }

  /** The text of a cell, empty if it is missing. */
  public String text(int row) {
    return missing(row) ? "" : dictionary.get(codes[row]);
  }

  /** The number of each text of the dictionary, NaN if it is not a number. */
  private double[] values() {
    return dictionary.stream().mapToDouble(NumberCell::parse).toArray();
  }

  @Override
  public double[] numbers() {
    double[] values = values();
    double[] numbers = new double[codes.length];
    firstText()
        .ifPresent(
            row -> {
              throw new InputException(complaint(RowOrigin.NONE.place(row), row));
            });
    for (int row = 0; row < codes.length; row++) {
      numbers[row] = missing(row) ? Double.NaN : values[codes[row]];
    }
    return numbers;
  }

  /** The message for a cell that is not a number. */
  String complaint(String place, int row) {
    return "%s, column %s: %s".formatted(place, Quoted.of(name), NumberCell.complaint(text(row)));
  }

  @Override
  public OptionalInt firstText() {
    double[] values = values();
    for (int row = 0; row < codes.length; row++) {
      if (!missing(row) && Double.isNaN(values[codes[row]])) {
        return OptionalInt.of(row);
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public TextColumn texts() {
    return this;
  }

  @Override
  public boolean constant(int[] rows) {
    for (int row : rows) {
      if (codes[row] != codes[rows[0]]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean sameCells(Column other) {
    return other instanceof TextColumn text
        && Arrays.equals(codes, text.codes)
        && dictionary.equals(text.dictionary);
  }

  @Override
  public int cellsHash() {
    return Arrays.hashCode(codes);
  }

  /** Its dictionary holds only the texts of these rows, in order of first appearance. */
  @Override
  public TextColumn at(int[] rows) {
    Map<Integer, Integer> places = new LinkedHashMap<>();
    int[] some = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      some[i] =
          missing(rows[i])
              ? MISSING
              : places.computeIfAbsent(codes[rows[i]], code -> places.size());
    }
    return new TextColumn(name, places.keySet().stream().map(dictionary::get).toList(), some);
  }

  @Override
  public ColumnProfile summary() {
    return ColumnProfile.of(this);
  }

  @Override
  public int bytesPerValue() {
    return Integer.BYTES;
  }
}
