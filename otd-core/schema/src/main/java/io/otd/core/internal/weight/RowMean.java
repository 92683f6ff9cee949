// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.weight;

import java.io.Serializable;

/**
 * The weighted mean of independent rows, and its standard error (Welford 1962, West 1979): that of
 * weights which say how much a row counts, not how often it was observed, {@code sqrt(n / (n - 1)
 * sum w_i^2 (v_i - mean)^2) / sum w_i}. The means of parts of the rows can be merged (Chan, Golub
 * and LeVeque 1979).
 */
public final class RowMean implements Serializable {
  private static final long serialVersionUID = 1;

  /** For the mean: infinite where a value is, and that of equal weights bit for bit. */
  private double sum;

  private double weights;
  private long rows;

  /** For the error: of equal values exactly their value. */
  private double mean;

  /** Of the rows by the squares of their weights. */
  private double squaredWeights;

  private double center;
  private double squares;

  /** Of no rows. */
  public RowMean() {}

  private RowMean(double mean, double weights, double squaredWeights, double squares, long rows) {
    this.sum = weights * mean;
    this.weights = weights;
    this.rows = rows;
    this.mean = mean;
    this.squaredWeights = squaredWeights;
    this.center = mean;
    this.squares = squares;
  }

  /** Of the values of rows. */
  public static RowMean of(double[] rows, double[] weights) {
    RowMean mean = new RowMean();
    for (int i = 0; i < rows.length; i++) {
      mean.add(rows[i], weights[i]);
    }
    return mean;
  }

  /**
   * Of rows that count the same.
   *
   * @param standardError of their mean; NaN if unknown, as is then that of all that it is added to
   * @param rows at least 1
   */
  public static RowMean of(double mean, double standardError, long rows) {
    double weights = (double) rows;
    double squares = standardError * standardError * rows * (rows - 1);
    return new RowMean(mean, weights, weights, squares, rows);
  }

  /** Adds a row. */
  public void add(double value, double weight) {
    add(new RowMean(value, weight, weight * weight, 0, 1));
  }

  /** Adds the rows of another mean. */
  public void add(RowMean other) {
    if (other.rows == 0) {
      return;
    }
    sum += other.sum;
    weights += other.weights;
    rows += other.rows;
    mean += other.weights * (other.mean - mean) / weights;
    double before = squaredWeights;
    squaredWeights += other.squaredWeights;
    double difference = other.center - center;
    double step = other.squaredWeights * difference / squaredWeights;
    center += step;
    squares += other.squares + before * difference * step;
  }

  /** The number of rows. */
  public long rows() {
    return rows;
  }

  /** The mean. */
  public double value() {
    return sum / weights;
  }

  /** The standard error of the mean; 0 for a single row, not a number if that of a part is not. */
  public double standardError() {
    double about = squares + squaredWeights * (mean - center) * (mean - center);
    if (rows < 2) {
      return Double.isNaN(squares) ? Double.NaN : 0;
    }
    return Math.sqrt(about / (rows - 1) / rows) * (rows / weights);
  }

  /** The root of the mean. */
  public double root() {
    return Math.sqrt(value());
  }

  /** The standard error of the root: that of the mean over twice the root. */
  public double rootError() {
    return root() == 0 ? 0 : standardError() / (2 * root());
  }
}
