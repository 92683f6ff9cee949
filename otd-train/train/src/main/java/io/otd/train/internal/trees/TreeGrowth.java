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
 * {@link #DEEPEST}. It then keeps one of its rows, chosen at random. Of rows with weights, it sees
 * {@link SeenRows some}.
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

  /** Those that wait to be scored, and the best of those that were. */
  private final Division[] divisions;

  private Division best;
  private final float[] targets;
  private final double[] total;
  private final int[] columns;
  private final float[] thresholds;
  private final int[] left;
  private final int[] right;
  private int open;
  private int nodes;
  private int deepest;

  private TreeGrowth(TreeRows data, int[] seen, SplittableRandom random) {
    this.data = data;
    this.random = random;
    int rows = seen.length;
    int count = data.columns().length + TRIED_CATEGORIES * data.groups().size();
    compared = count <= ALL_COLUMNS ? count : Math.max(ALL_COLUMNS, count / 3);
    order = seen;
    candidates = new int[count];
    Arrays.setAll(candidates, c -> c);
    divisions = new Division[Division.AT_ONCE];
    Arrays.setAll(divisions, d -> new Division(rows));
    best = new Division(rows);
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
    int[] seen = SeenRows.of(data.weights(), random);
    TreeGrowth growth = new TreeGrowth(data, seen, random);
    int root = growth.node(0, seen.length, 1, growth.candidates.length);
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
    if (to - from > 1 && depth <= DEEPEST && targetsDiffer(from, to) && choose(from, to)) {
      return inner(from, to, depth);
    }
    return -1 - order[from + random.nextInt(to - from)];
  }

  private int inner(int from, int to, int depth) {
    int number = nodes++;
    deepest = Math.max(deepest, depth);
    columns[number] = best.input();
    thresholds[number] = best.threshold();
    int middle = best.divide(order, from, to);
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
   * Finds the best division of the node; false if its rows have the same inputs. In a table of many
   * columns, most are soon constant; they are constant in the children, too.
   */
  private boolean choose(int from, int to) {
    int rows = to - from;
    best.forget();
    int waiting = 0;
    for (int tried = 0, left = open - 1; tried < compared && left >= 0; left--) {
      int place = random.nextInt(left + 1);
      int candidate = candidates[place];
      candidates[place] = candidates[left];
      candidates[left] = candidate;
      if (gather(candidate, from, rows, divisions[waiting])) {
        tried++;
        divisions[waiting++].draw(random);
        if (waiting == divisions.length) {
          score(rows, waiting);
          waiting = 0;
        }
      } else if (compared < candidates.length) {
        open--;
        candidates[left] = candidates[open];
        candidates[open] = candidate;
      }
    }
    if (waiting > 0) {
      score(rows, waiting);
    }
    return best.scored();
  }

  /** Scores the first divisions, and keeps the best so far. */
  private void score(int rows, int count) {
    Division.score(divisions, rows, targets, total);
    for (int d = 0; d < count; d++) {
      if (divisions[d].better(best)) {
        Division better = divisions[d];
        divisions[d] = best;
        best = better;
      }
    }
  }

  /** The values of a candidate in the rows of the node; false if they are the same. */
  private boolean gather(int candidate, int from, int rows, Division division) {
    if (candidate < data.columns().length) {
      return division.take(
          data.places().get(candidate), data.columns()[candidate], order, from, rows);
    }
    TreeRows.Categories group =
        data.groups().get((candidate - data.columns().length) / TRIED_CATEGORIES);
    int category = Math.max(0, group.codes()[order[from + random.nextInt(rows)]]);
    return division.take(group.first() + category, group.codes(), category, order, from, rows);
  }
}
