// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.Arrays;
import java.util.List;

/**
 * A forest of regression trees. A draw goes down one tree and is the targets of the training row in
 * the leaf where it arrives.
 *
 * <p>A tree is a table of its inner nodes: the root first, a parent before its children. A child is
 * the number of an inner node, or {@code -1 - r} for a leaf with the targets r. Smaller trees are
 * filled up with nodes that nothing leads to.
 *
 * @param inputs d_x, at least 1
 * @param trees T, at least 1
 * @param nodes N, maximum number of inner nodes of a tree, at least 1; T N at most 2^24
 * @param depth maximum number of inner nodes on the way to a leaf, at least 1
 * @param rows R, number of training rows, from 1 to 2^24
 */
public record ForestShape(int inputs, int trees, int nodes, int depth, int rows)
    implements NetworkShape {
  /** Place of the array {@code [T, N]} of the inputs that nodes compare. */
  public static final int COLUMN = 0;

  /** Place of the array {@code [T, N]}: a row whose input is greater goes right. */
  public static final int THRESHOLD = 1;

  /** Place of the array {@code [T, N]} of the left children. */
  public static final int LEFT = 2;

  /** Place of the array {@code [T, N]} of the right children. */
  public static final int RIGHT = 3;

  /** Place of the array {@code [R, d_y]} of the targets of the training rows. */
  public static final int TARGETS = 4;

  /** Whole numbers up to this one are exact in single precision. */
  private static final int LARGEST_EXACT = 1 << 24;

  /** Checks the sizes. */
  public ForestShape {
    if (inputs < 1 || trees < 1 || nodes < 1 || depth < 1 || rows < 1) {
      throw new IllegalArgumentException(
          "forest: %s inputs, %s trees of %s nodes, depth %s, %s rows (expected: each >= 1)"
              .formatted(inputs, trees, nodes, depth, rows));
    }
    if ((long) trees * nodes > LARGEST_EXACT || rows > LARGEST_EXACT) {
      throw new IllegalArgumentException(
          "forest: %s trees of %s nodes, %s rows (expected: at most %s nodes and rows)"
              .formatted(trees, nodes, rows, LARGEST_EXACT));
    }
  }

  /** One number, which chooses the tree. */
  @Override
  public List<Integer> latentWidths() {
    return List.of(1);
  }

  @Override
  public List<ArrayShape> arrays(int outputs) {
    return List.of(
        new ArrayShape("forest/column", trees * nodes),
        new ArrayShape("forest/threshold", trees * nodes),
        new ArrayShape("forest/left", trees * nodes),
        new ArrayShape("forest/right", trees * nodes),
        new ArrayShape("forest/targets", Math.multiplyExact(rows, outputs)));
  }

  /** The latent is a uniform, and the targets of a training row are a draw. */
  @Override
  public void requireSuits(LatentLaw latents, LawOfOutputs law) {
    if (!(latents instanceof LatentLaw.Uniform)) {
      throw new IllegalArgumentException("choice of a tree: " + latents + " (expected: uniform)");
    }
    if (!(law instanceof LawOfOutputs.Direct)) {
      throw new IllegalArgumentException("outputs of a forest: " + law + " (expected: draws)");
    }
  }

  /** Every way from a root must end at a leaf, after at most {@link #depth} nodes. */
  @Override
  public void requireValid(List<float[]> arrays) {
    int[] steps = new int[nodes];
    for (int tree = 0; tree < trees; tree++) {
      requireTree(arrays, tree, steps);
    }
  }

  /** A child is after its parent, so one pass finds all nodes that a way leads to. */
  private void requireTree(List<float[]> arrays, int tree, int[] steps) {
    Arrays.fill(steps, 0);
    steps[0] = 1;
    for (int node = 0; node < nodes; node++) {
      if (steps[node] > depth) {
        throw new IllegalArgumentException(
            "inner nodes on a way through tree %s: %s (expected: at most %s)"
                .formatted(tree, steps[node], depth));
      }
      if (steps[node] > 0) {
        int at = tree * nodes + node;
        requireColumn(arrays.get(COLUMN)[at], tree, node);
        follow(arrays.get(LEFT)[at], "left", tree, node, steps);
        follow(arrays.get(RIGHT)[at], "right", tree, node, steps);
      }
    }
  }

  private void requireColumn(float column, int tree, int node) {
    if (!(column >= 0 && column < inputs && column == (int) column)) {
      throw new IllegalArgumentException(
          "forest/column of tree %s, node %s: %s (expected: a whole number from 0 to %s)"
              .formatted(tree, node, column, inputs - 1));
    }
  }

  private void follow(float child, String side, int tree, int node, int[] steps) {
    boolean leaf = child >= -rows && child < 0;
    boolean inner = child > node && child < nodes;
    if (!(leaf || inner) || child != (int) child) {
      throw new IllegalArgumentException(
          "forest/%s of tree %s, node %s: %s (expected: a leaf from -%s to -1, or a node > %s, < %s)"
              .formatted(side, tree, node, child, rows, node, nodes));
    }
    if (inner) {
      steps[(int) child] = Math.max(steps[(int) child], steps[node] + 1);
    }
  }
}
