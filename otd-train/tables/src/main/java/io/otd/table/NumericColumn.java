// SPDX-License-Identifier: Apache-2.0
package io.otd.table;

import io.otd.core.internal.cell.CellNumber;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers. The array is not copied: a table of a million rows is stored once.
 *
 * @param name of the column
 * @param values in the order of the rows: finite, or NaN if the cell is missing
 * @param unit in which they were written, such as {@code %}; empty for none
 */
public record NumericColumn(String name, double[] values, String unit) implements NumericCells {
  /** Numbers without a unit. */
  public NumericColumn(String name, double[] values) {
    this(name, values, "");
  }

  /** Whole numbers. */
  public static NumericColumn of(String name, int... values) {
    return new NumericColumn(name, Arrays.stream(values).asDoubleStream().toArray());
  }

  @Override
  public int rows() {
    return values.length;
  }

  @Override
  public double number(int row) {
    return values[row];
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
              // Adding 0 turns -0 into 0.
              : places.computeIfAbsent(values[row] + 0.0, value -> places.size());
    }
    return new TextColumn(name, places.keySet().stream().map(CellNumber::of).toList(), codes);
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
    return new NumericColumn(
        name, Arrays.stream(rows).mapToDouble(row -> values[row]).toArray(), unit);
  }

  @Override
  public ColumnProfile summary() {
    return ColumnProfile.of(this);
  }
}
