// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.fields;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields that depend on parameters, each known at the same points. The arrays are not copied.
 *
 * @param at the points at which they are known
 * @param valueNames d_y of them, different
 * @param values {@code [M][G * d_y]}, of each case point after point the d_y values there; finite
 */
public record ParametricFields(FieldPoints at, List<String> valueNames, double[][] values) {
  /**
   * Checks sizes and values.
   *
   * @throws IllegalArgumentException if they are inconsistent, or a value is not finite
   */
  public ParametricFields {
    valueNames = Matrix.names("value names", valueNames);
    if (values.length != at.cases()) {
      throw new IllegalArgumentException(
          "values: %s cases (expected: %s, as many as rows of parameters)"
              .formatted(values.length, at.cases()));
    }
    Matrix.require("values", values, Math.multiplyExact(at.points(), valueNames.size()));
  }

  /**
   * All rows of the network as a table: its inputs as {@link FieldPoints#table}, then the values.
   *
   * @throws IllegalArgumentException if a name stands for two of them, or there are 2^31 rows
   */
  public Table table() {
    long rows = at.rows();
    if (rows > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%s cases of %s points (expected: less than 2^31 in all)".formatted(cases(), points()));
    }
    List<NumericColumn> columns = new ArrayList<>(at.columns(0, rows));
    for (int j = 0; j < outputs(); j++) {
      double[] column = new double[(int) rows];
      for (int i = 0; i < column.length; i++) {
        column[i] = value(i / points(), i % points(), j);
      }
      columns.add(new NumericColumn(valueNames.get(j), column));
    }
    return new Table(columns);
  }

  /** M. */
  public int cases() {
    return at.cases();
  }

  /** G. */
  public int points() {
    return at.points();
  }

  /** d_y. */
  public int outputs() {
    return valueNames.size();
  }

  /**
   * One number.
   *
   * @param index of the case, below M
   * @param point below G
   * @param output below d_y
   */
  public double value(int index, int point, int output) {
    return values[index][point * outputs() + output];
  }
}
