// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.weight.RowWeights;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Grows greedy trees on binned rows: of all leaves, the one whose best division explains most is
 * divided next. An object grows one tree after another.
 */
final class GreedyGrowth {
  /** Maximum depth: each level is a step of every prediction. */
  static final int DEEPEST = 10;

  private final List<BinnedColumn> data;
  private final int width;
  private final int leaves;
  private final int fewest;
  private final Deque<BinSums> free = new ArrayDeque<>();
  private final int[] order;
  private final int[] moved;
  private final float[] targets;
  private final RowWeights weights;
  private final float[] gathered;
  private int[] tried = new int[0];

  /**
   * The growth.
   *
   * @param targets {@code [n, w]}, read whenever a tree grows
   * @param weights how much each row counts
   * @param width w
   * @param leaves maximum number of leaves of a tree, at least 2
   * @param fewest weight of a leaf
   */
  GreedyGrowth(
      List<BinnedColumn> data,
      float[] targets,
      RowWeights weights,
      int width,
      int leaves,
      int fewest) {
    this.data = data;
    this.targets = targets;
    this.weights = weights;
    this.width = width;
    this.leaves = leaves;
    this.fewest = fewest;
    order = new int[targets.length / width];
    moved = new int[order.length];
    gathered = new float[order.length * (width + 1)];
  }

  /** A leaf that may be divided: its rows with their sums, and the node that leads to it. */
  private record Open(
      int from, int to, int depth, int parent, double[] total, BinSums sums, BinSums.Best best) {}

  /**
   * Grows a tree.
   *
   * @param rows that it is grown on, at least one
   * @param columns that it compares
   * @param rate factor of the values
   */
  GreedyTree grow(int[] rows, int[] columns, double rate) {
    tried = columns;
    System.arraycopy(rows, 0, order, 0, rows.length);
    Nodes nodes = new Nodes();
    PriorityQueue<Open> open =
        new PriorityQueue<>(
            Comparator.<Open>comparingDouble(leaf -> -leaf.best.gain())
                .thenComparingInt(leaf -> leaf.from));
    open.add(filled(0, rows.length, 1, -1));
    List<Open> closed = new ArrayList<>();
    while (!open.isEmpty()) {
      Open leaf = open.remove();
      if (leaf.best.gain() <= 0 || open.size() + closed.size() + 1 >= leaves) {
        closed.add(leaf);
        free.add(leaf.sums);
      } else {
        divide(leaf, nodes, open);
      }
    }
    return nodes.tree(closed, rate);
  }

  private void divide(Open leaf, Nodes nodes, PriorityQueue<Open> open) {
    int number = nodes.add(leaf);
    int middle = partition(leaf);
    boolean leftIsSmaller = middle - leaf.from <= leaf.to - middle;
    Open small =
        leftIsSmaller
            ? filled(leaf.from, middle, leaf.depth + 1, 2 * number)
            : filled(middle, leaf.to, leaf.depth + 1, 2 * number + 1);
    leaf.sums.subtract(tried, small.sums);
    double[] total = leaf.total.clone();
    for (int j = 0; j <= width; j++) {
      total[j] -= small.total[j];
    }
    open.add(small);
    open.add(
        leftIsSmaller
            ? opened(middle, leaf.to, leaf.depth + 1, 2 * number + 1, total, leaf.sums)
            : opened(leaf.from, middle, leaf.depth + 1, 2 * number, total, leaf.sums));
  }

  private Open filled(int from, int to, int depth, int parent) {
    double[] total = new double[width + 1];
    for (int i = from, at = 0; i < to; i++) {
      float weight = (float) weights.at(order[i]);
      for (int j = 0; j < width; j++, at++) {
        gathered[at] = weight * targets[order[i] * width + j];
        total[j] += gathered[at];
      }
      gathered[at++] = weight;
      total[width] += weight;
    }
    BinSums sums = free.isEmpty() ? new BinSums(data, width) : free.remove();
    sums.fill(tried, order, from, to, gathered);
    return opened(from, to, depth, parent, total, sums);
  }

  private Open opened(int from, int to, int depth, int parent, double[] total, BinSums sums) {
    boolean whole = total[width] < 2 * fewest || depth > DEEPEST;
    BinSums.Best best = whole ? BinSums.Best.NONE : sums.best(tried, total, fewest);
    return new Open(from, to, depth, parent, total, sums, best);
  }

  /** Orders the rows of the left child before those of the right; returns where these begin. */
  private int partition(Open leaf) {
    BinnedColumn column = data.get(leaf.best.column());
    int left = leaf.from;
    int right = 0;
    for (int i = leaf.from; i < leaf.to; i++) {
      int row = order[i];
      if (column.right(column.bins()[row], leaf.best.division())) {
        moved[right++] = row;
      } else {
        order[left++] = row;
      }
    }
    System.arraycopy(moved, 0, order, left, right);
    return left;
  }

  /** The nodes of a tree that grows. */
  private final class Nodes {
    private final int[] columns = new int[leaves - 1];
    private final int[] divisions = new int[leaves - 1];

    /** Children, the left and the right of each node in turn. */
    private final int[] children = new int[2 * (leaves - 1)];

    private int count;
    private int depth = 1;

    int add(Open leaf) {
      columns[count] = leaf.best.column();
      divisions[count] = leaf.best.division();
      depth = Math.max(depth, leaf.depth);
      link(leaf.parent, count);
      return count++;
    }

    private void link(int parent, int child) {
      if (parent >= 0) {
        children[parent] = child;
      }
    }

    GreedyTree tree(List<Open> closed, double rate) {
      float[] values = new float[closed.size() * width];
      for (int l = 0; l < closed.size(); l++) {
        Open leaf = closed.get(l);
        link(leaf.parent, -1 - l);
        for (int j = 0; j < width; j++) {
          values[l * width + j] = (float) (rate * leaf.total[j] / leaf.total[width]);
        }
      }
      int[] left = new int[count];
      int[] right = new int[count];
      for (int i = 0; i < count; i++) {
        left[i] = children[2 * i];
        right[i] = children[2 * i + 1];
      }
      return new GreedyTree(
          Arrays.copyOf(columns, count),
          Arrays.copyOf(divisions, count),
          left,
          right,
          depth,
          values);
    }
  }
}
