// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.weight;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much each row counts: a row of weight 3 counts as three rows in everything that is a mean.
 * Only ratios matter unless stated otherwise; rows without weights have the weight 1, and every
 * result is then that of the formula without weights, bit for bit.
 *
 * @param of weight of each row, {@code [n]}, above 0, finite; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // large, and never changed
public record RowWeights(double[] of) {
  /** Of the sums of equal weights. */
  private static final double ROUNDING = 1e-9;

  /** Rows without weights. */
  public static RowWeights equal(int rows) {
    double[] of = new double[rows];
    Arrays.fill(of, 1);
    return new RowWeights(of);
  }

  /** The rows of some parts, in order. */
  public static RowWeights all(List<RowWeights> parts) {
    return new RowWeights(parts.stream().flatMapToDouble(p -> Arrays.stream(p.of)).toArray());
  }

  /**
   * Numbers of rows from the least of their values to the greatest, of equal ones in their order.
   */
  public static int[] ascending(double[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> values[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Number of rows. */
  public int rows() {
    return of.length;
  }

  /** The weight of a row. */
  public double at(int row) {
    return of[row];
  }

  /** Those of some rows, in their order. */
  public RowWeights at(int[] rows) {
    return new RowWeights(Arrays.stream(rows).mapToDouble(row -> of[row]).toArray());
  }

  /** The sum of all. */
  public double sum() {
    return Arrays.stream(of).sum();
  }

  /** Whether all rows count the same. */
  public boolean areEqual() {
    return Arrays.stream(of).allMatch(w -> w == of[0]);
  }

  /** The same in units of their mean; 1 each if all are equal. */
  public RowWeights inUnitsOfTheirMean() {
    if (areEqual()) {
      return equal(rows());
    }
    double mean = sum() / rows();
    return new RowWeights(Arrays.stream(of).map(w -> w / mean).toArray());
  }

  /** Rows at evenly spaced places, where each row takes as much room as it weighs. */
  public int[] evenly(int count) {
    int[] rows = new int[count];
    double all = sum();
    double end = of[0];
    int row = 0;
    for (int i = 0; i < count; i++) {
      double place = (i + .5) / count * all;
      while (end <= place && row < of.length - 1) {
        end += of[++row];
      }
      rows[i] = row;
    }
    return rows;
  }

  /** {@code sum w_i v_i / sum w_i} of a value of each row. */
  public double mean(double[] values) {
    return IntStream.range(0, of.length).mapToDouble(i -> of[i] * values[i]).sum() / sum();
  }

  /** The standard error of the mean of a value of each row; 0 for one row. */
  public double standardError(double[] values) {
    return RowMean.of(values, of).standardError();
  }

  /**
   * The number of rows of equal weight whose mean is as certain, {@code (sum w_i)^2 / sum w_i^2}
   * (Kish 1965).
   */
  public double effectiveRows() {
    double sum = sum();
    return sum * sum / Arrays.stream(of).map(w -> w * w).sum();
  }

  /** Whether the {@link #effectiveRows} are so many or more, up to rounding. */
  public boolean worth(int rows) {
    return effectiveRows() >= rows * (1 - ROUNDING);
  }
}
