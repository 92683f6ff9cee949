// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The variance of pooled draws in its two parts, summed over the outputs, mean over the rows that
 * the members held out. The draws may come in lots, each of the same rows. One thread at a time.
 *
 * <p>The distance between members is to be that on a row that none of them has seen. Here each row
 * is one that a single member has not seen. Two that have seen it are closer together than on a new
 * row, as both were drawn to its value; one that has and one that has not are farther apart, the
 * more so, the closer members come to the values that they have seen. So the two kinds of pairs
 * count in fixed proportions, whatever the number of members.
 */
final class PoolVariance {
  /**
   * Of the pairs of which one member has seen a row: as many as of five members. There the two
   * errors were measured to cancel.
   */
  private static final double FAR = 0.4;

  private final int members;
  private final int[] unseen;
  private final double[][] observed;
  private final RowWeights weights;
  private double[][] sums = new double[0][];
  private double[][] squares = new double[0][];
  private int rows;
  private int each;

  /**
   * Starts without draws.
   *
   * @param members M, at least 1
   * @param unseen the member that has not seen a row, for each row, from 0
   * @param observed {@code [n][d_y]}
   * @param weights how much each row counts in the mean over the rows
   */
  PoolVariance(int members, int[] unseen, double[][] observed, RowWeights weights) {
    this.members = members;
    this.unseen = unseen;
    this.observed = observed;
    this.weights = weights;
  }

  /**
   * Starts with the draws of a lot.
   *
   * @param parts the rows that each member has held out, member by member
   */
  static PoolVariance of(List<HeldOut> parts) {
    int[] unseen =
        IntStream.range(0, parts.size())
            .flatMap(m -> IntStream.generate(() -> m).limit(parts.get(m).observed().length))
            .toArray();
    HeldOut all = HeldOut.all(parts);
    PoolVariance variance = new PoolVariance(parts.size(), unseen, all.observed(), all.weights());
    variance.add(all.draws());
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

  /** That of some rows. */
  PoolVariance of(int[] which) {
    PoolVariance some =
        new PoolVariance(
            members,
            Arrays.stream(which).map(i -> unseen[i]).toArray(),
            Arrays.stream(which).mapToObj(i -> observed[i]).toArray(double[][]::new),
            weights.at(which));
    some.sums = of(which, sums);
    some.squares = of(which, squares);
    some.rows = which.length;
    some.each = each;
    return some;
  }

  private double[][] of(int[] which, double[][] all) {
    int outputs = all[0].length / rows;
    double[][] some = new double[members][which.length * outputs];
    for (int m = 0; m < members; m++) {
      for (int i = 0; i < which.length; i++) {
        System.arraycopy(all[m], which[i] * outputs, some[m], i * outputs, outputs);
      }
    }
    return some;
  }

  /** Variance of a member's draws about their mean (divisor K / M), mean over the members. */
  double within() {
    double within = 0;
    for (int m = 0; m < members; m++) {
      for (int at = 0; at < sums[m].length; at++) {
        double mean = sums[m][at] / each;
        within += weight(at) * Math.max(0, squares[m][at] / each - mean * mean);
      }
    }
    return within / members / weights.sum();
  }

  private double weight(int at) {
    return weights.at(at / (sums[0].length / rows));
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
   * Variance of the members' means about the mean of all, on a row that none has seen: the
   * ambiguity; without {@link #chance}, at least 0.
   */
  double between() {
    if (members == 1) {
      return 0;
    }
    double pairs = (members - 1) / 2.0 / members; // the variance for a mean squared distance of 1
    double all = mean((m, u, y) -> variance(m)) / pairs - chance() / pairs;
    double far = mean((m, u, y) -> fromOthers(m, m[u], u)) - chance() / pairs;
    double ofFar = 2.0 / members;
    double near = members == 2 ? far * drawn() : (all - ofFar * far) / (1 - ofFar);
    return Math.max(0, pairs * (FAR * far + (1 - FAR) * near));
  }

  /** Squared errors of members that have seen a row relative to one that has not, at most 1. */
  private double drawn() {
    double seen = mean((m, u, y) -> fromOthers(m, y, u));
    double error = mean((m, u, y) -> (m[u] - y) * (m[u] - y));
    return seen < error ? seen / error : 1;
  }

  /** A function of an output of a row: the members' means, the one that has not seen it, y. */
  @FunctionalInterface
  private interface OfMeans {
    double apply(double[] means, int unseen, double observed);
  }

  /** Summed over the outputs, mean over the rows. */
  private double mean(OfMeans function) {
    double sum = 0;
    int outputs = sums[0].length / rows;
    double[] means = new double[members];
    for (int at = 0; at < sums[0].length; at++) {
      for (int m = 0; m < members; m++) {
        means[m] = sums[m][at] / each;
      }
      int row = at / outputs;
      sum += weights.at(row) * function.apply(means, unseen[row], observed[row][at % outputs]);
    }
    return sum / weights.sum();
  }

  private static double variance(double[] means) {
    double center = Arrays.stream(means).average().orElseThrow();
    return Arrays.stream(means).map(m -> (m - center) * (m - center)).average().orElseThrow();
  }

  /** Mean squared distance of a value from the means of all members but one. */
  private static double fromOthers(double[] means, double value, int but) {
    double sum = 0;
    for (int m = 0; m < means.length; m++) {
      sum += m == but ? 0 : (means[m] - value) * (means[m] - value);
    }
    return sum / (means.length - 1);
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
