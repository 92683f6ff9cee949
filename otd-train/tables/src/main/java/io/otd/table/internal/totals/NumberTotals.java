// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.totals;

import io.otd.core.metrics.Moments;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Number, mean, spread and range of the cells of a column. Those of two parts can be merged; the
 * result does not depend on the partition.
 */
public final class NumberTotals implements Serializable {
  private static final long serialVersionUID = 1;

  /** More than the spread can lose against the mean. */
  private static final MathContext DIGITS = new MathContext(200);

  private final ExactSum sum = new ExactSum();
  private final ExactSum squares = new ExactSum();

  /** By how much the weights of the rows exceed one each. */
  private final ExactSum beyondOne = new ExactSum();

  private boolean whole = true;
  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  /** Starts without cells. */
  public NumberTotals() {}

  /**
   * Adds a finite number.
   *
   * @param weight how much its row counts in mean and spread
   */
  public void add(double value, double weight) {
    count++;
    sum.addProduct(value, weight);
    squares.addSquare(value, weight);
    if (weight != 1) {
      beyondOne.add(weight);
      beyondOne.add(-1);
    }
    whole &= value == Math.rint(value);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  /** Adds those of other rows. */
  public void add(NumberTotals other) {
    count += other.count;
    sum.add(other.sum);
    squares.add(other.squares);
    beyondOne.add(other.beyondOne);
    whole &= other.whole;
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
  }

  /** Number of values. */
  public long count() {
    return count;
  }

  /** Their sum, by their weights. */
  public double sum() {
    return sum.value().doubleValue();
  }

  /** The least number; infinite of none. */
  public double least() {
    return least;
  }

  /** The greatest number; minus infinity of none. */
  public double greatest() {
    return greatest;
  }

  /** Mean and standard deviation (divisor n) of at least one number, as for a table in memory. */
  public Moments moments() {
    BigDecimal n = BigDecimal.valueOf(count).add(beyondOne.value());
    BigDecimal mean = sum.value().divide(n, DIGITS);
    BigDecimal variance = squares.value().divide(n, DIGITS).subtract(mean.multiply(mean));
    return Moments.of(mean.doubleValue(), Math.sqrt(Math.max(0, variance.doubleValue())));
  }

  /** Whether all numbers are whole. */
  public boolean whole() {
    return whole;
  }
}
