package io.otd.core.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Column-wise scaling {@code (value - mean) / scale} fitted on training rows, and its inverse.
 *
 * @param mean of each column, in the column's units
 * @param scale of each column, in the column's units, greater than 0: the standard deviation with
 *     divisor n, or 1 for a constant column
 */
public record Standardization(List<Double> mean, List<Double> scale) {
  /** Checks sizes and ranges. */
  public Standardization {
    mean = List.copyOf(mean);
    scale = List.copyOf(scale);
    if (mean.size() != scale.size()) {
      throw new IllegalArgumentException(
          "standardization: " + mean.size() + " means and " + scale.size() + " scales");
    }
    for (int j = 0; j < mean.size(); j++) {
      if (!Double.isFinite(mean.get(j)) || !(scale.get(j) > 0) || scale.get(j).isInfinite()) {
        throw new IllegalArgumentException(
            "standardization of column %d: mean %s, scale %s (expected: finite, scale > 0)"
                .formatted(j, mean.get(j), scale.get(j)));
      }
    }
  }

  /** Number of columns. */
  public int columns() {
    return mean.size();
  }

  /** Leaves values as they are: mean 0, scale 1. */
  public static Standardization identity(int columns) {
    return new Standardization(
        java.util.Collections.nCopies(columns, 0.0), java.util.Collections.nCopies(columns, 1.0));
  }

  /**
   * Fits mean and standard deviation (divisor n) of each column.
   *
   * @param rows {@code [n][columns]}, n at least 1, finite
   */
  public static Standardization fit(double[][] rows) {
    int[] all = new int[rows.length];
    Arrays.setAll(all, i -> i);
    List<double[]> columns = new ArrayList<>();
    for (int j = 0; j < rows[0].length; j++) {
      double[] column = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        column[i] = rows[i][j];
      }
      columns.add(column);
    }
    return fitColumns(columns, all);
  }

  /**
   * Fits mean and standard deviation (divisor n) of some rows of columns.
   *
   * @param columns each with a value for all rows, finite
   * @param rows numbers of the rows that count, at least one
   */
  public static Standardization fitColumns(List<double[]> columns, int[] rows) {
    List<Double> mean = new ArrayList<>();
    List<Double> scale = new ArrayList<>();
    for (double[] column : columns) {
      double sum = 0;
      for (int row : rows) {
        sum += column[row];
      }
      double m = sum / rows.length;
      double squares = 0;
      for (int row : rows) {
        squares += (column[row] - m) * (column[row] - m);
      }
      double sd = Math.sqrt(squares / rows.length);
      mean.add(m);
      // Below the first bound the spread is rounding, below the second float32 cannot divide by it.
      scale.add(sd > Math.max(1e-12 * Math.abs(m), Float.MIN_NORMAL) ? sd : 1.0);
    }
    return new Standardization(mean, scale);
  }

  /** {@code (value - mean) / scale} of one column. */
  public double standardize(int column, double value) {
    return (value - mean.get(column)) / scale.get(column);
  }

  /** {@code value * scale + mean} of one column. */
  public double restore(int column, double value) {
    return value * scale.get(column) + mean.get(column);
  }
}
