// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.weight.RowWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Stochastic gradient boosting of the squared error (Friedman 2002): each tree is grown on what the
 * trees before it have left of a random part of the rows, and compares a random part of the
 * columns. It ends when the error of rows that the trees do not see no longer falls.
 *
 * @param rate factor of each tree, in (0, 1]
 * @param leaves maximum number of leaves of a tree, at least 2
 * @param fewest weight of a leaf, at least 1
 * @param most trees
 * @param patience tries without improvement after which it ends; a tree whose columns divide
 *     nothing is one, too
 */
record Boosting(double rate, int leaves, int fewest, int most, int patience) {
  /** Part of the rows of a tree, and of the columns. */
  private static final double PART = 0.8;

  /**
   * What was learned.
   *
   * @param trees whose values are to be summed, the first of them a constant
   * @param sums of the values of each row that the trees did not see, {@code [n, w]}; of others 0
   */
  @SuppressWarnings("ArrayRecordComponent") // large, and never changed
  record Boosted(List<GreedyTree> trees, float[] sums) {}

  /**
   * Boosts.
   *
   * @param targets {@code [n, w]}
   * @param weights how much each row counts
   * @param seen rows that trees are grown on, at least one
   * @param unseen rows by which the number of trees is chosen: all others, or all, if all are seen
   */
  Boosted boost(
      List<BinnedColumn> data,
      float[] targets,
      RowWeights weights,
      int width,
      int[] seen,
      int[] unseen,
      SplittableRandom random) {
    float[] left = targets.clone();
    float[] start = means(targets, weights, width, seen);
    List<GreedyTree> trees = new ArrayList<>(List.of(GreedyTree.constant(start)));
    subtract(trees.get(0), data, left, width);
    GreedyGrowth growth = new GreedyGrowth(data, left, weights, width, leaves, fewest);
    float[] bestLeft = left.clone();
    double least = squares(left, weights, width, unseen);
    int best = 1;
    int waited = 0;
    while (trees.size() <= most && waited < patience) {
      waited++;
      GreedyTree tree = growth.grow(part(seen, random), part(columns(data.size()), random), rate);
      if (tree.columns().length == 0) {
        continue;
      }
      trees.add(tree);
      subtract(tree, data, left, width);
      double error = squares(left, weights, width, unseen);
      if (error < least) {
        least = error;
        best = trees.size();
        waited = 0;
        copy(left, bestLeft, width, unseen);
      }
    }
    float[] sums = new float[targets.length];
    for (int row : unseen) {
      for (int j = row * width; j < (row + 1) * width; j++) {
        sums[j] = targets[j] - bestLeft[j];
      }
    }
    return new Boosted(List.copyOf(trees.subList(0, best)), sums);
  }

  private static void copy(float[] from, float[] to, int width, int[] rows) {
    for (int row : rows) {
      System.arraycopy(from, row * width, to, row * width, width);
    }
  }

  private static void subtract(GreedyTree tree, List<BinnedColumn> data, float[] left, int width) {
    for (int row = 0; row < left.length / width; row++) {
      int leaf = tree.leaf(data, row);
      for (int j = 0; j < width; j++) {
        left[row * width + j] -= tree.values()[leaf * width + j];
      }
    }
  }

  private static float[] means(float[] values, RowWeights weights, int width, int[] rows) {
    float[] means = new float[width];
    double all = weights.at(rows).sum();
    for (int j = 0; j < width; j++) {
      double sum = 0;
      for (int row : rows) {
        sum += weights.at(row) * values[row * width + j];
      }
      means[j] = (float) (sum / all);
    }
    return means;
  }

  private static double squares(float[] values, RowWeights weights, int width, int[] rows) {
    double sum = 0;
    for (int row : rows) {
      for (int j = row * width; j < (row + 1) * width; j++) {
        sum += weights.at(row) * values[j] * values[j];
      }
    }
    return sum;
  }

  private static int[] columns(int count) {
    int[] all = new int[count];
    Arrays.setAll(all, c -> c);
    return all;
  }

  /** A random part, in its order: at least one. */
  private static int[] part(int[] of, SplittableRandom random) {
    int wanted = (int) Math.ceil(PART * of.length);
    int[] part = new int[wanted];
    int taken = 0;
    for (int i = 0; taken < wanted; i++) {
      if (random.nextInt(of.length - i) < wanted - taken) {
        part[taken++] = of[i];
      }
    }
    return part;
  }
}
