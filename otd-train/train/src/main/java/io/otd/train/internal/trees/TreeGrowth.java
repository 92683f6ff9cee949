// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Grows an extremely randomised tree (Geurts, Ernst and Wehenkel 2006): in each node a threshold is
 * drawn for each of some columns, uniformly between the least and the greatest value of the node's
 * rows, and the rows are divided where the targets' variance within the parts is smallest, summed
 * over the targets. Of a column of many categories, the categories of some random rows are tried. A
 * node is a leaf if it has one row, if its rows have the same targets or the same inputs, or at
 * {@link #DEEPEST}. It then keeps one of its rows, chosen at random.
 */
final class TreeGrowth {
  /** Maximum depth. Trees of 100,000 rows usually have a depth of 40. */
  static final int DEEPEST = 64;

  /** Up to this number, all columns are compared in each node. */
  private static final int ALL_COLUMNS = 32;

  /** Categories that are tried of a column with many of them. */
  static final int TRIED_CATEGORIES = 16;

  private final TreeRows data;
  private final SplittableRandom random;
  private final int compared;
  private final int[] order;

  /** All columns; in a node, those after the first {@link #open} are known to be constant. */
  private final int[] candidates;

  private final float[] values;
  private final float[] chosenValues;
  private final float[] targets;
  private final double[] total;
  private final int[] columns;
  private final float[] thresholds;
  private final int[] left;
  private final int[] right;
  private int open;
  private int nodes;
  private int deepest;

  private TreeGrowth(TreeRows data, SplittableRandom random) {
    this.data = data;
    this.random = random;
    int rows = data.rows();
    int count = data.columns().length + TRIED_CATEGORIES * data.groups().size();
    compared = count <= ALL_COLUMNS ? count : Math.max(ALL_COLUMNS, count / 3);
    order = new int[rows];
    Arrays.setAll(order, i -> i);
    candidates = new int[count];
    Arrays.setAll(candidates, c -> c);
    values = new float[rows];
    chosenValues = new float[rows];
    targets = new float[rows * data.outputs()];
    total = new double[data.outputs()];
    int most = Math.max(1, rows - 1);
    columns = new int[most];
    thresholds = new float[most];
    left = new int[most];
    right = new int[most];
  }

  /**
   * Grows a tree.
   *
   * @param data at least one row
   * @param random decides everything that is random
   */
  static GrownTree grow(TreeRows data, SplittableRandom random) {
    TreeGrowth growth = new TreeGrowth(data, random);
    int root = growth.node(0, data.rows(), 1, growth.candidates.length);
    if (root < 0) {
      growth.nodes = 1;
      growth.deepest = 1;
      growth.left[0] = root;
      growth.right[0] = root;
    }
    return new GrownTree(
        Arrays.copyOf(growth.columns, growth.nodes),
        Arrays.copyOf(growth.thresholds, growth.nodes),
        Arrays.copyOf(growth.left, growth.nodes),
        Arrays.copyOf(growth.right, growth.nodes),
        growth.deepest);
  }

  /**
   * Returns the number of the node of some places of the order, or {@code -1 - r} of a leaf.
   *
   * @param variable number of candidates that are not known to be constant
   */
  private int node(int from, int to, int depth, int variable) {
    open = variable;
    if (to - from > 1 && depth <= DEEPEST && targetsDiffer(from, to)) {
      int input = choose(from, to);
      if (input >= 0) {
        return inner(from, to, input, depth);
      }
    }
    return -1 - order[from + random.nextInt(to - from)];
  }

  private int inner(int from, int to, int input, int depth) {
    int number = nodes++;
    deepest = Math.max(deepest, depth);
    columns[number] = input;
    int middle = divide(from, to, thresholds[number]);
    int variable = open;
    left[number] = node(from, middle, depth + 1, variable);
    right[number] = node(middle, to, depth + 1, variable);
    return number;
  }

  /** Gathers the targets of the node, and their sums. */
  private boolean targetsDiffer(int from, int to) {
    int outputs = data.outputs();
    Arrays.fill(total, 0);
    boolean differ = false;
    for (int i = from, at = 0; i < to; i++) {
      int row = order[i] * outputs;
      for (int j = 0; j < outputs; j++, at++) {
        float y = data.targets()[row + j];
        targets[at] = y;
        total[j] += y;
        differ |= y != targets[j];
      }
    }
    return differ;
  }

  /**
   * Returns the input by which the node is divided, or -1 if its rows have the same inputs. In a
   * table of many columns, most are soon constant; they are constant in the children, too.
   */
  private int choose(int from, int to) {
    int rows = to - from;
    int chosen = -1;
    double best = Double.NEGATIVE_INFINITY;
    for (int tried = 0, left = open - 1; tried < compared && left >= 0; left--) {
      int place = random.nextInt(left + 1);
      int candidate = candidates[place];
      candidates[place] = candidates[left];
      candidates[left] = candidate;
      int input = gather(candidate, from, rows);
      float least = Float.POSITIVE_INFINITY;
      float greatest = Float.NEGATIVE_INFINITY;
      for (int i = 0; i < rows; i++) {
        least = Math.min(least, values[i]);
        greatest = Math.max(greatest, values[i]);
      }
      if (least < greatest) {
        tried++;
        float drawn = (float) (least + random.nextDouble() * ((double) greatest - least));
        float threshold = drawn < greatest ? drawn : least;
        double score = score(rows, threshold);
        if (score > best) {
          best = score;
          chosen = input;
          thresholds[nodes] = threshold;
          System.arraycopy(values, 0, chosenValues, 0, rows);
        }
      } else if (compared < candidates.length) {
        open--;
        candidates[left] = candidates[open];
        candidates[open] = candidate;
      }
    }
    return chosen;
  }

  /** The values of a candidate in the rows of the node; returns the input that it is. */
  private int gather(int candidate, int from, int rows) {
    if (candidate < data.columns().length) {
      float[] column = data.columns()[candidate];
      for (int i = 0; i < rows; i++) {
        values[i] = column[order[from + i]];
      }
      return data.places().get(candidate);
    }
    TreeRows.Categories group =
        data.groups().get((candidate - data.columns().length) / TRIED_CATEGORIES);
    int[] codes = group.codes();
    int category = Math.max(0, codes[order[from + random.nextInt(rows)]]);
    for (int i = 0; i < rows; i++) {
      values[i] = codes[order[from + i]] == category ? 1 : 0;
    }
    return group.first() + category;
  }

  /**
   * What is explained by a division: {@code sum_j S_j^2 / n} of both parts, S_j the sum of a
   * target. The variance within the parts is smallest where this is largest.
   */
  private double score(int rows, float threshold) {
    int outputs = total.length;
    int count = 0;
    for (int i = 0; i < rows; i++) {
      count += values[i] <= threshold ? 1 : 0;
    }
    double score = 0;
    for (int j = 0; j < outputs; j++) {
      double below = 0;
      for (int i = 0; i < rows; i++) {
        below += values[i] <= threshold ? targets[i * outputs + j] : 0;
      }
      double above = total[j] - below;
      score += below * below / count + above * above / (rows - count);
    }
    return score;
  }

  /** Orders the rows of the left child before those of the right; returns where these begin. */
  private int divide(int from, int to, float threshold) {
    int low = from;
    int high = to - 1;
    while (low <= high) {
      if (chosenValues[low - from] <= threshold) {
        low++;
      } else {
        int row = order[low];
        order[low] = order[high];
        order[high] = row;
        chosenValues[low - from] = chosenValues[high - from];
        high--;
      }
    }
    return low;
  }
}
