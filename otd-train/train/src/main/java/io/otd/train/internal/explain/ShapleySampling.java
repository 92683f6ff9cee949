// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.table.internal.split.Shuffle;
import java.util.Arrays;

/**
 * Shapley values of a function of rows, by sampled orders: {@code v(S) = mean_b f(x_S, b_rest)}
 * over background rows b, and the share of a player is the mean of {@code v(S and player) - v(S)}
 * over the orders, S those before it. Each order starts from one background row and is taken both
 * forwards and backwards (antithetic sampling), and each background row has the same number of
 * orders. The sum of the shares is thus {@code f(x) - mean_b f(b)} in every sample, not only on
 * average.
 *
 * @param function whose values are attributed
 * @param players columns whose cells are replaced together
 * @param background rows of the pool that orders start from, one order each, at least one
 * @param rounds how often all of them are gone through, at least 1
 * @param seed of all random choices
 */
record ShapleySampling(
    RowFunction function, Players players, int[] background, int rounds, long seed) {
  /**
   * Shares of the players, and what they add up to.
   *
   * @param base {@code [s]}, mean over the background rows
   * @param prediction {@code [s]} of the row
   * @param shares {@code [players][pairs][s]}: of each pair of orders; the share is the mean
   */
  record Shares(double[] base, double[] prediction, double[][][] shares) {}

  /** Number of pairs of orders. */
  int pairs() {
    return background.length * rounds;
  }

  /** Predictions of one pair of orders, in addition to those of its two ends. */
  static int predictionsOfPair(int players) {
    return 2 * (players - 1);
  }

  /** Number of predictions for the values of some rows. */
  static long predictions(int rows, int players, int background, int rounds) {
    return background + rows * (1L + (long) background * rounds * predictionsOfPair(players));
  }

  /** The numbers of the background rows, {@code [background][s]}. */
  double[][] ofBackground() {
    MixedRows mixed = new MixedRows();
    for (int row : background) {
      mixed.add(row, players.none());
    }
    return function.of(mixed);
  }

  /**
   * Attributes the numbers of one row.
   *
   * @param ofBackground the result of {@link #ofBackground}
   */
  Shares of(int row, double[][] ofBackground) {
    MixedRows mixed = new MixedRows();
    mixed.add(row, players.none());
    for (int pair = 0; pair < pairs(); pair++) {
      int[] order = order(pair);
      ask(row, start(pair), order, mixed);
      ask(row, start(pair), reversed(order), mixed);
    }
    double[][] answers = function.of(mixed);
    double[][][] shares = new double[players.size()][pairs()][answers[0].length];
    int next = 1;
    for (int pair = 0; pair < pairs(); pair++) {
      double[] first = ofBackground[pair % background.length];
      int[] order = order(pair);
      next = add(answers, next, first, order, shares, pair);
      next = add(answers, next, first, reversed(order), shares, pair);
    }
    return new Shares(mean(ofBackground), answers[0], shares);
  }

  private int start(int pair) {
    return background[pair % background.length];
  }

  /** The orders do not depend on the row: rows can be compared. */
  private int[] order(int pair) {
    return new Shuffle(seed, Shuffle.EXPLANATION - 1 - pair).order(players.size());
  }

  private static int[] reversed(int[] order) {
    int[] result = new int[order.length];
    Arrays.setAll(result, i -> order[order.length - 1 - i]);
    return result;
  }

  /** The rows between the background row and the row itself. */
  private void ask(int row, int start, int[] order, MixedRows into) {
    boolean[] taken = players.none();
    for (int i = 0; i + 1 < order.length; i++) {
      taken = players.with(taken, order[i]);
      into.add(start, row, taken);
    }
  }

  /**
   * Adds half of the change by each player at its turn; returns the position after the used
   * answers.
   */
  private static int add(
      double[][] answers, int from, double[] first, int[] order, double[][][] shares, int pair) {
    double[] before = first;
    for (int i = 0; i < order.length; i++) {
      double[] after = i + 1 == order.length ? answers[0] : answers[from + i];
      for (int s = 0; s < after.length; s++) {
        shares[order[i]][pair][s] += (after[s] - before[s]) / 2;
      }
      before = after;
    }
    return from + order.length - 1;
  }

  private static double[] mean(double[][] numbers) {
    double[] mean = new double[numbers[0].length];
    for (double[] one : numbers) {
      for (int s = 0; s < mean.length; s++) {
        mean[s] += one[s] / numbers.length;
      }
    }
    return mean;
  }
}
