// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.fields;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * The points at which fields are requested: M cases, each at the same G points. Row {@code i G + g}
 * of the network is point g of case i, and its inputs are the parameters of the case and the
 * coordinates of the point. The arrays are not copied.
 *
 * @param parameterNames p of them, different
 * @param coordinateNames c of them, different
 * @param parameters {@code [M][p]}, one row a case; finite
 * @param coordinates {@code [G][c]}, one row a point; finite
 */
public record FieldPoints(
    List<String> parameterNames,
    List<String> coordinateNames,
    double[][] parameters,
    double[][] coordinates) {
  /**
   * Checks sizes and values.
   *
   * @throws IllegalArgumentException if they are inconsistent, or a value is not finite
   */
  public FieldPoints {
    parameterNames = Matrix.names("parameter names", parameterNames);
    coordinateNames = Matrix.names("coordinate names", coordinateNames);
    Matrix.require("parameters", parameters, parameterNames.size());
    Matrix.require("coordinates", coordinates, coordinateNames.size());
  }

  /** M. */
  public int cases() {
    return parameters.length;
  }

  /** G. */
  public int points() {
    return coordinates.length;
  }

  /** {@code M G}, rows of the network. */
  public long rows() {
    return (long) cases() * points();
  }

  /**
   * Some rows of the network as a table of the parameters and the coordinates.
   *
   * @param from the first of them, from 0
   * @param to the one after the last, at most {@link #rows}
   */
  public Table table(long from, long to) {
    return new Table(columns(from, to), from);
  }

  List<NumericColumn> columns(long from, long to) {
    int rows = Math.toIntExact(to - from);
    List<NumericColumn> columns = new ArrayList<>();
    for (int j = 0; j < parameterNames.size(); j++) {
      double[] column = new double[rows];
      for (int i = 0; i < rows; i++) {
        column[i] = parameters[(int) ((from + i) / points())][j];
      }
      columns.add(new NumericColumn(parameterNames.get(j), column));
    }
    for (int j = 0; j < coordinateNames.size(); j++) {
      double[] column = new double[rows];
      for (int i = 0; i < rows; i++) {
        column[i] = coordinates[(int) ((from + i) % points())][j];
      }
      columns.add(new NumericColumn(coordinateNames.get(j), column));
    }
    return columns;
  }
}
