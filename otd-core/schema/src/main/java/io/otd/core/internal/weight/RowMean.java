// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.weight;

/**
 * The weighted mean of independent rows, and its standard error (Welford 1962, West 1979): that of
 * weights which say how much a row counts, not how often it was observed, {@code sqrt(n / (n - 1)
 * sum w_i^2 (v_i - mean)^2) / sum w_i}.
 */
public final class RowMean {
  private double sum;
  private double weights;
  private long rows;
  private double mean;

  /** Of the rows by the squares of their weights. */
  private double squaredWeights;

  private double center;
  private double squares;

  /** Of the values of rows. */
  public static RowMean of(double[] rows, double[] weights) {
    RowMean mean = new RowMean();
    for (int i = 0; i < rows.length; i++) {
      mean.add(rows[i], weights[i]);
    }
    return mean;
  }

  /** Adds a row. */
  public void add(double value, double weight) {
    sum += weight * value;
    weights += weight;
    rows++;
    mean += weight * (value - mean) / weights;
    double square = weight * weight;
    squaredWeights += square;
    double difference = value - center;
    center += square * difference / squaredWeights;
    squares += square * difference * (value - center);
  }

  /** The mean. */
  public double value() {
    return sum / weights;
  }

  /** The standard error of the mean; 0 for a single row. */
  public double standardError() {
    double about = squares + squaredWeights * (mean - center) * (mean - center);
    return rows < 2 ? 0 : Math.sqrt(about / (rows - 1) / rows) * (rows / weights);
  }
}
