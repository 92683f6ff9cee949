// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import java.util.Arrays;
import java.util.List;

/**
 * A tree whose leaves have values. Its nodes are numbered as those of {@link GrownTree}; a leaf is
 * {@code -1 - l} with the values l.
 *
 * @param columns of binned rows that each node compares, {@code [N]}
 * @param divisions of them
 * @param left child of each node
 * @param right child of each node
 * @param depth maximum number of nodes on the way to a leaf
 * @param values of each leaf, {@code [L, w]}
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record GreedyTree(
    int[] columns, int[] divisions, int[] left, int[] right, int depth, float[] values) {
  /** A tree that gives each row the same values. */
  static GreedyTree constant(float[] values) {
    return new GreedyTree(new int[0], new int[0], new int[0], new int[0], 1, values);
  }

  /** Number of the leaf of a row. */
  int leaf(List<BinnedColumn> rows, int row) {
    int at = columns.length == 0 ? -1 : 0;
    while (at >= 0) {
      BinnedColumn column = rows.get(columns[at]);
      at = column.right(column.bins()[row], divisions[at]) ? right[at] : left[at];
    }
    return -1 - at;
  }

  /**
   * The tree as it compares inputs. A tree without nodes has one, with the leaf on both sides.
   *
   * @param first number of its first leaf
   */
  GrownTree compared(List<BinnedColumn> data, int first) {
    if (columns.length == 0) {
      int[] leaf = {-1 - first};
      return new GrownTree(new int[1], new float[1], leaf, leaf, 1);
    }
    int[] inputs = new int[columns.length];
    float[] thresholds = new float[columns.length];
    for (int i = 0; i < columns.length; i++) {
      inputs[i] = data.get(columns[i]).input(divisions[i]);
      thresholds[i] = data.get(columns[i]).threshold(divisions[i]);
    }
    return new GrownTree(inputs, thresholds, from(left, first), from(right, first), depth);
  }

  private static int[] from(int[] children, int first) {
    return Arrays.stream(children).map(child -> child < 0 ? child - first : child).toArray();
  }
}
