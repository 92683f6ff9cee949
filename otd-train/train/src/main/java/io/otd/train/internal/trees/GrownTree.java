// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

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
}
