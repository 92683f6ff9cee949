// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LightKind;
import java.util.Arrays;

/**
 * The forest of a member for the latents of the bank. Shapes: P passes, R training rows.
 *
 * <p>All draws of all rows take as many steps as the deepest tree has. The leaves therefore are
 * nodes too, which lead to themselves: the place of a leaf is the number of its training row, and
 * the inner nodes follow. Only the trees of the bank's draws are in the graph. A row with an input
 * that is no number has draws that are none, as from a network.
 */
final class OnnxForest {
  private final OnnxOps onnx;
  private final ForestShape shape;
  private final LightKind kind;
  private final int member;
  private final int[] passes;
  private final int[] trees;

  /**
   * The forest of a member.
   *
   * @param onnx the graph to add to
   * @param shape of the forest
   * @param kind of the member
   * @param member its number
   */
  OnnxForest(OnnxOps onnx, ForestShape shape, LightKind kind, int member) {
    this.onnx = onnx;
    this.shape = shape;
    this.kind = kind;
    this.member = member;
    this.passes = new int[kind.passes()];
    for (int k = 0; k < passes.length; k++) {
      float u = kind.latentBank()[k * kind.members().size() + member];
      passes[k] = Math.min((int) (u * shape.trees()), shape.trees() - 1);
    }
    this.trees = Arrays.stream(passes).sorted().distinct().toArray();
  }

  /**
   * Adds the forest.
   *
   * @param x encoded rows, {@code [B, d_x]}
   * @return {@code [B, P, d_y]}
   */
  OnnxValue add(OnnxValue x) {
    OnnxValue columns = columns();
    OnnxValue thresholds = thresholds();
    OnnxValue lefts = children(ForestShape.LEFT);
    OnnxValue rights = children(ForestShape.RIGHT);
    OnnxValue at = roots();
    for (int step = 0; step < shape.depth(); step++) {
      OnnxValue column = onnx.gather(columns, at, 0);
      // All rows are at the same roots first, [P], and each at its own nodes then, [B, P].
      OnnxValue input = step == 0 ? onnx.gather(x, column, 1) : onnx.gatherElements(x, column, 1);
      at =
          onnx.where(
              onnx.less(onnx.gather(thresholds, at, 0), input),
              onnx.gather(rights, at, 0),
              onnx.gather(lefts, at, 0));
    }
    OnnxValue targets =
        onnx.graph().constant(array(ForestShape.TARGETS), shape.rows(), kind.outputs());
    OnnxValue invalid = onnx.unsqueeze(onnx.isNan(onnx.sum(x, 1)), 2);
    return onnx.where(invalid, onnx.scalar(Float.NaN), onnx.gather(targets, at, 0));
  }

  private float[] array(int place) {
    return kind.members().get(member).arrays().get(place);
  }

  /** Number of leaves and inner nodes in the graph. */
  private int size() {
    return shape.rows() + trees.length * shape.nodes();
  }

  /** The place of the first node of a tree in the graph. */
  private int root(int tree) {
    return shape.rows() + Arrays.binarySearch(trees, tree) * shape.nodes();
  }

  /** {@code [P]}. */
  private OnnxValue roots() {
    return onnx.graph().constant(Arrays.stream(passes).map(this::root).toArray(), passes.length);
  }

  /** The input that each node compares; of a leaf the first one. */
  private OnnxValue columns() {
    int[] columns = new int[size()];
    for (int tree : trees) {
      for (int node = 0; node < shape.nodes(); node++) {
        columns[root(tree) + node] = (int) array(ForestShape.COLUMN)[tree * shape.nodes() + node];
      }
    }
    return onnx.graph().constant(columns, columns.length);
  }

  /** The number that each node compares with; of a leaf zero. */
  private OnnxValue thresholds() {
    float[] thresholds = new float[size()];
    for (int tree : trees) {
      System.arraycopy(
          array(ForestShape.THRESHOLD),
          tree * shape.nodes(),
          thresholds,
          root(tree),
          shape.nodes());
    }
    return onnx.graph().constant(thresholds, thresholds.length);
  }

  /** The place of a child of each node; of a leaf its own. */
  private OnnxValue children(int side) {
    int[] children = new int[size()];
    for (int row = 0; row < shape.rows(); row++) {
      children[row] = row;
    }
    for (int tree : trees) {
      for (int node = 0; node < shape.nodes(); node++) {
        int child = (int) array(side)[tree * shape.nodes() + node];
        children[root(tree) + node] = child < 0 ? -1 - child : root(tree) + child;
      }
    }
    return onnx.graph().constant(children, children.length);
  }
}
