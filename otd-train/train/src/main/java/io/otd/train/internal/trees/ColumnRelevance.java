// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.weight.RowWeights;
import io.otd.train.internal.trees.Boosting.Boosted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How much each column tells about rows that trees have not seen: by how much their squared error
 * grows if the column's values are permuted among these rows (Breiman 2001, "Random Forests"). A
 * column that tells nothing has about 0. Rows count by their weights.
 */
final class ColumnRelevance {
  /** Permuted rows of each part, at least: of few rows, several permutations. */
  private static final int ENOUGH_ROWS = 2048;

  /**
   * Of the variance of the targets. If the best column tells less than this, none is very relevant.
   */
  private static final double LITTLE = 0.2;

  private final List<BinnedColumn> data;
  private final int width;
  private final RowWeights weights;
  private final int[] part;
  private final int[] owners;
  private final long seed;

  /**
   * The relevance of the columns of rows.
   *
   * @param part of each row: it is predicted by the trees of this number
   * @param owners numbers of the columns that the binned ones are part of
   */
  ColumnRelevance(List<BinnedColumn> data, TreeRows rows, int[] part, int[] owners, long seed) {
    this.data = data;
    this.width = rows.outputs();
    this.weights = rows.weights();
    this.part = part;
    this.owners = owners;
    this.seed = seed;
  }

  /**
   * The relevance for targets.
   *
   * @param targets {@code [n, w]}
   * @param parts what has learned them without the rows of each part
   * @return of each column, relative to the largest, in [0, 1]
   */
  double[] of(float[] targets, List<Boosted> parts) {
    double[] errors = new double[Arrays.stream(owners).max().orElse(-1) + 1];
    for (int column = 0; column < errors.length; column++) {
      SplittableRandom random = new SplittableRandom(Uniforms.branch(seed, column));
      for (int p = 0; p < parts.size(); p++) {
        errors[column] += Math.max(0, error(column, targets, parts.get(p), rows(p), random));
      }
    }
    double most = Math.max(Arrays.stream(errors).max().orElse(0), LITTLE * variance(targets));
    return Arrays.stream(errors).map(error -> most > 0 ? error / most : 1).toArray();
  }

  /** The larger of two relevances of each column. */
  static double[] largest(double[] first, double[] second) {
    return IntStream.range(0, first.length)
        .mapToDouble(c -> Math.max(first[c], second[c]))
        .toArray();
  }

  private int[] rows(int p) {
    return IntStream.range(0, part.length).filter(row -> part[row] == p).toArray();
  }

  /** By how much the squared error of the rows grows, in the mean over permutations. */
  private double error(
      int column, float[] targets, Boosted learned, int[] rows, SplittableRandom random) {
    List<GreedyTree> trees =
        learned.trees().stream()
            .filter(tree -> Arrays.stream(tree.columns()).anyMatch(c -> owners[c] == column))
            .toList();
    int[] donors = donors(rows);
    int times = trees.isEmpty() ? 0 : 1 + (ENOUGH_ROWS - 1) / rows.length;
    double error = 0;
    float[] change = new float[width];
    for (int time = 0; time < times; time++) {
      List<BinnedColumn> permuted = permuted(column, rows, shuffled(donors, random));
      for (int row : rows) {
        Arrays.fill(change, 0);
        for (GreedyTree tree : trees) {
          int before = tree.leaf(data, row) * width;
          int after = tree.leaf(permuted, row) * width;
          for (int j = 0; j < width; j++) {
            change[j] += tree.values()[after + j] - tree.values()[before + j];
          }
        }
        for (int j = 0; j < width; j++) {
          double left = (double) targets[row * width + j] - learned.sums()[row * width + j];
          error += weights.at(row) * change[j] * (change[j] - 2 * left);
        }
      }
    }
    return times == 0 ? 0 : error / times;
  }

  /** As many rows, each as often as it weighs. */
  private int[] donors(int[] rows) {
    RowWeights own = weights.at(rows);
    return own.areEqual()
        ? rows
        : Arrays.stream(own.evenly(rows.length)).map(place -> rows[place]).toArray();
  }

  private List<BinnedColumn> permuted(int column, int[] rows, int[] from) {
    List<BinnedColumn> permuted = new ArrayList<>(data);
    for (int c = 0; c < owners.length; c++) {
      if (owners[c] == column) {
        BinnedColumn own = data.get(c);
        char[] bins = own.bins().clone();
        for (int i = 0; i < rows.length; i++) {
          bins[rows[i]] = own.bins()[from[i]];
        }
        permuted.set(c, new BinnedColumn(own.place(), own.cuts(), own.count(), bins));
      }
    }
    return permuted;
  }

  private static int[] shuffled(int[] rows, SplittableRandom random) {
    int[] shuffled = rows.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int row = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = row;
    }
    return shuffled;
  }

  /** The weighted sum of the squared deviations of all targets from their means. */
  private double variance(float[] targets) {
    double sum = 0;
    for (int j = 0; j < width; j++) {
      double mean = 0;
      for (int i = j; i < targets.length; i += width) {
        mean += weights.at(i / width) * targets[i] * width / targets.length;
      }
      for (int i = j; i < targets.length; i += width) {
        sum += weights.at(i / width) * (targets[i] - mean) * (targets[i] - mean);
      }
    }
    return sum;
  }
}
