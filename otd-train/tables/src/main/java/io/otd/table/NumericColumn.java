// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * Numbers. The array is not copied: a table of a million rows is held once.
 *
 * @param name of the column
 * @param values in the order of the rows: finite, or NaN where the cell is missing
 */
public record NumericColumn(String name, double[] values) implements Column {
  /** Whole numbers. */
  public static NumericColumn of(String name, int... values) {
    return new NumericColumn(name, Arrays.stream(values).asDoubleStream().toArray());
  }

  @Override
  public int rows() {
    return values.length;
  }

  @Override
  public boolean missing(int row) {
    return Double.isNaN(values[row]);
  }

  @Override
  public double[] numbers() {
    return values;
  }

  @Override
  public TextColumn texts() {
    Map<Double, Integer> places = new LinkedHashMap<>();
    int[] codes = new int[values.length];
    for (int row = 0; row < codes.length; row++) {
      codes[row] =
          missing(row)
              ? TextColumn.MISSING
              // Adding 0 makes one zero of the two.
              : places.computeIfAbsent(values[row] + 0.0, value -> places.size());
    }
    return new TextColumn(name, places.keySet().stream().map(NumericColumn::text).toList(), codes);
  }

  /** A number as a text: a whole one as such, else the shortest that tells it from others. */
  static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  @Override
  public boolean constant(int[] rows) {
    double first = values[rows[0]];
    for (int row : rows) {
      // Both missing: NaN differs from itself.
      if (values[row] != first && !(missing(row) && Double.isNaN(first))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean sameCells(Column other) {
    return other instanceof NumericColumn numeric && Arrays.equals(values, numeric.values);
  }

  @Override
  public int cellsHash() {
    return Arrays.hashCode(values);
  }

  @Override
  public NumericColumn at(int[] rows) {
    return new NumericColumn(name, Arrays.stream(rows).mapToDouble(row -> values[row]).toArray());
  }

  @Override
  public ColumnProfile summary() {
    return ColumnProfile.of(this);
  }

  @Override
  public OptionalInt firstText() {
    return OptionalInt.empty();
  }

  @Override
  public Optional<String> note(IntFunction<String> place) {
    return Optional.empty();
  }

  @Override
  public int bytesPerValue() {
    return Double.BYTES;
  }
}
