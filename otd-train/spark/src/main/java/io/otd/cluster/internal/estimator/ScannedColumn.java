// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import io.otd.spark.internal.scoring.CellType;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.totals.ColumnTotals;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A column of the data set that is read.
 *
 * @param name of the column
 * @param use what they are read as
 */
record ScannedColumn(String name, Use use) implements Serializable {
  /** The types as which cells are read. */
  enum Use {
    /** Numbers that are to be predicted. */
    TARGET,
    /** Numbers, float32 as networks see them. */
    NUMBER,
    /** Texts, of which each distinct one is counted. */
    CATEGORY,
    /** Texts for which a sample suffices: dates, and row identifiers. */
    TEXT
  }

  boolean number() {
    return use == Use.TARGET || use == Use.NUMBER;
  }

  /**
   * A cell as read.
   *
   * @param cell as a row of Spark holds it
   * @return a double, or a text; null for a missing one
   * @throws IllegalArgumentException if it is a number that networks cannot see
   */
  @Nullable Object read(@Nullable Object cell) {
    if (cell == null) {
      return null;
    }
    if (!number()) {
      String text = CellType.text(cell);
      return text.isEmpty() ? null : text;
    }
    double value = CellType.number(cell);
    if (Double.isNaN(value)) {
      return null;
    }
    if (Math.abs(value) > Float.MAX_VALUE) {
      throw new IllegalArgumentException(
          "column \"%s\": %s (expected: a number of magnitude at most 3.4e38)"
              .formatted(name, value));
    }
    return value;
  }

  /**
   * Counts a cell that was {@link #read}.
   *
   * @param weight of its row
   */
  void count(@Nullable Object cell, boolean training, double weight, ColumnTotals totals) {
    if (cell == null) {
      totals.addMissing(training, weight);
    } else if (training && number()) {
      double value = (Double) cell;
      totals.numbers().add(use == Use.TARGET ? value : (float) value, weight);
    } else if (training && use == Use.CATEGORY) {
      totals.texts().add((String) cell, weight);
    }
  }

  /**
   * Rows as a table.
   *
   * @param rows cells as they were read
   * @param texts for each column, by its position, the texts of the dictionary in addition to those
   *     of the rows
   */
  static Table table(
      List<ScannedColumn> columns,
      List<@Nullable Object[]> rows,
      java.util.Map<Integer, ? extends Collection<String>> texts) {
    List<Column> all = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      all.add(
          columns.get(i).number()
              ? columns.get(i).numbers(rows, i)
              : columns.get(i).texts(rows, i, texts.get(i)));
    }
    return new Table(all);
  }

  private Column numbers(List<@Nullable Object[]> rows, int place) {
    double[] values = new double[rows.size()];
    for (int row = 0; row < values.length; row++) {
      Object cell = rows.get(row)[place];
      values[row] = cell == null ? Double.NaN : (Double) cell;
    }
    return new NumericColumn(name, values);
  }

  private Column texts(
      List<@Nullable Object[]> rows, int place, @Nullable Collection<String> others) {
    TreeSet<String> words = new TreeSet<>(others == null ? List.of() : others);
    for (Object[] row : rows) {
      if (row[place] != null) {
        words.add((String) row[place]);
      }
    }
    List<String> dictionary = List.copyOf(words);
    TreeMap<String, Integer> codes = new TreeMap<>();
    dictionary.forEach(word -> codes.put(word, codes.size()));
    int[] cells = new int[rows.size()];
    for (int row = 0; row < cells.length; row++) {
      Object cell = rows.get(row)[place];
      cells[row] = cell == null ? TextColumn.MISSING : Objects.requireNonNull(codes.get(cell));
    }
    return new TextColumn(name, dictionary, cells);
  }
}
