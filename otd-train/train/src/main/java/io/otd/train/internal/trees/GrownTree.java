// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.network.Forest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tree. Its inner nodes are numbered from the root, each before its children. A child is such a
 * number, or {@code -1 - r} for a leaf with the targets of row r. A tree that is a leaf has one
 * node, which leads there on both sides.
 *
 * @param columns input that each node compares, {@code [N]}
 * @param thresholds a row whose input is greater goes right
 * @param left child of each node
 * @param right child of each node
 * @param depth maximum number of nodes on the way to a leaf
 */
record GrownTree(int[] columns, float[] thresholds, int[] left, int[] right, int depth) {
  int nodes() {
    return columns.length;
  }

  /**
   * Sizes of the arrays of some trees.
   *
   * @param rows of targets that their leaves lead to
   */
  static Forest sizes(List<GrownTree> trees, int rows) {
    return new Forest(
        trees.size(),
        trees.stream().mapToInt(GrownTree::nodes).max().orElseThrow(),
        trees.stream().mapToInt(GrownTree::depth).max().orElseThrow(),
        rows);
  }

  /**
   * The parameters of some trees, without the targets of their leaves. Nodes and trees that are
   * missing are leaves with the targets 0.
   *
   * @param sizes at least theirs
   * @return columns, thresholds, left and right children, {@code [T, N]} each
   */
  static List<float[]> arrays(List<GrownTree> trees, Forest sizes) {
    int size = sizes.trees() * sizes.nodes();
    float[] columns = new float[size];
    float[] thresholds = new float[size];
    float[] left = new float[size];
    float[] right = new float[size];
    Arrays.fill(left, -1);
    Arrays.fill(right, -1);
    for (int t = 0; t < trees.size(); t++) {
      GrownTree tree = trees.get(t);
      for (int i = 0; i < tree.nodes(); i++) {
        int at = t * sizes.nodes() + i;
        columns[at] = tree.columns()[i];
        thresholds[at] = tree.thresholds()[i];
        left[at] = tree.left()[i];
        right[at] = tree.right()[i];
      }
    }
    return new ArrayList<>(List.of(columns, thresholds, left, right));
  }
}
