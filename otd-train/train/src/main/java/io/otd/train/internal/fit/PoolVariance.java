// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.metrics.Draws;

/**
 * The variance of pooled draws in its two parts, summed over the outputs, mean over the rows. The
 * draws may come in lots, each of the same rows. One thread at a time.
 */
final class PoolVariance {
  private final int members;
  private double[][] sums = new double[0][];
  private double[][] squares = new double[0][];
  private int rows;
  private int each;

  /**
   * Starts without draws.
   *
   * @param members M, at least 1
   */
  PoolVariance(int members) {
    this.members = members;
  }

  /**
   * From draws that are all in memory.
   *
   * @param draws {@code [K, n, d_y]}, as for {@link #add}
   * @param members M, at least 1
   */
  static PoolVariance of(Draws draws, int members) {
    PoolVariance variance = new PoolVariance(members);
    variance.add(draws);
    return variance;
  }

  /**
   * Adds a lot.
   *
   * @param draws {@code [K, n, d_y]}, draw k of member {@code k mod M}, K a multiple of M
   */
  void add(Draws draws) {
    if (each == 0) {
      sums = new double[members][draws.rows() * draws.outputs()];
      squares = new double[members][draws.rows() * draws.outputs()];
      rows = draws.rows();
    }
    each += draws.draws() / members;
    for (int i = 0, at = 0; i < rows; i++) {
      for (int j = 0; j < draws.outputs(); j++, at++) {
        for (int k = 0; k < draws.draws(); k++) {
          double y = draws.get(k, i, j);
          sums[k % members][at] += y;
          squares[k % members][at] += y * y;
        }
      }
    }
  }

  /** Variance of a member's draws about their mean (divisor K / M), mean over the members. */
  double within() {
    double within = 0;
    for (int m = 0; m < members; m++) {
      for (int at = 0; at < sums[m].length; at++) {
        double mean = sums[m][at] / each;
        within += Math.max(0, squares[m][at] / each - mean * mean);
      }
    }
    return within / members / rows;
  }

  /** Variance of all draws of each row, mean over the outputs. */
  double[] byRow() {
    double[] result = new double[rows];
    int outputs = sums[0].length / rows;
    for (int at = 0; at < sums[0].length; at++) {
      double mean = 0;
      double square = 0;
      for (int m = 0; m < members; m++) {
        mean += sums[m][at] / each / members;
        square += squares[m][at] / each / members;
      }
      result[at / outputs] += Math.max(0, square - mean * mean) / outputs;
    }
    return result;
  }

  /**
   * Variance of the members' means about the mean of all: the ambiguity; without {@link #chance},
   * at least 0.
   */
  double between() {
    double between = 0;
    for (int at = 0; at < sums[0].length; at++) {
      double center = 0;
      for (double[] sum : sums) {
        center += sum[at] / each / members;
      }
      for (double[] sum : sums) {
        between += Math.pow(sum[at] / each - center, 2);
      }
    }
    return Math.max(0, between / members / rows - chance());
  }

  /**
   * The expected contribution of the finite number of draws to the variance of the members' means.
   * It is the same noise for all rows, which does not average out over them: {@link #between} errs
   * by as much.
   */
  double chance() {
    return each > 1 ? within() / (each - 1) * (members - 1) / members : 0;
  }
}
