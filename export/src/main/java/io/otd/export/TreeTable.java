// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.network.Forest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Gather;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * Trees as one table of constants. The first rows are the leaves, one for each training row of each
 * member, which lead to themselves; so a step needs no test for the end of the way. The inner nodes
 * follow, tree by tree.
 */
final class TreeTable {
  private final Forest forest;
  private final int leaves;
  private final Choice choice;
  private final int[] columns;
  private final float[] thresholds;
  private final int[] lefts;
  private final int[] rights;

  /** How draws choose their trees. */
  @FunctionalInterface
  private interface Choice {
    /** The roots of the draws, {@code [S]}, by their latents, {@code [S, 1]}. */
    Operand<TInt32> roots(Ops tf, Operand<TFloat32> latents);
  }

  /**
   * The trees that the draws of a bank choose.
   *
   * @param component of forests
   * @param latents of the draws, {@code [S, 1]}; draw k is of member {@code k mod M}
   */
  static TreeTable chosen(Component component, float[] latents) {
    Forest forest = (Forest) component.spec().network();
    int members = component.members().size();
    // Numbers a tree by its place among those of all members.
    int[] drawn =
        IntStream.range(0, latents.length)
            .map(k -> k % members * forest.trees() + tree(forest, latents[k]))
            .toArray();
    int[] trees = Arrays.stream(drawn).sorted().distinct().toArray();
    int[] places = Arrays.stream(drawn).map(t -> Arrays.binarySearch(trees, t)).toArray();
    int[] roots = roots(forest, members, places);
    return new TreeTable(component, trees, (tf, unused) -> tf.constant(roots));
  }

  /**
   * All trees, for draws with any latents.
   *
   * @param component of forests
   */
  static TreeTable whole(Component component) {
    Forest forest = (Forest) component.spec().network();
    int members = component.members().size();
    int[] trees = IntStream.range(0, Math.multiplyExact(members, forest.trees())).toArray();
    int[] roots = roots(forest, members, trees);
    return new TreeTable(
        component,
        trees,
        (tf, latents) -> {
          int draws = Math.toIntExact(latents.shape().get(0));
          int[] firsts = IntStream.range(0, draws).map(k -> k % members * forest.trees()).toArray();
          Operand<TFloat32> uniforms = tf.reshape(latents, tf.constant(new int[] {draws}));
          Operand<TInt32> tree = Forest.place(tf, uniforms, forest.trees());
          return tf.gather(
              tf.constant(roots), tf.math.add(tree, tf.constant(firsts)), tf.constant(0));
        });
  }

  /**
   * All trees, each for every row.
   *
   * @param component whose members have such trees
   * @param forest the trees of a member
   */
  static TreeTable every(Component component, Forest forest) {
    int members = component.members().size();
    int[] trees = IntStream.range(0, Math.multiplyExact(members, forest.trees())).toArray();
    int[] roots = roots(forest, members, trees);
    return new TreeTable(component, forest, trees, (tf, unused) -> tf.constant(roots));
  }

  private TreeTable(Component component, int[] trees, Choice choice) {
    this(component, (Forest) component.spec().network(), trees, choice);
  }

  private TreeTable(Component component, Forest forest, int[] trees, Choice choice) {
    this.choice = choice;
    this.forest = forest;
    int members = component.members().size();
    this.leaves = Math.multiplyExact(members, forest.rows());
    int size = root(trees.length);
    this.columns = new int[size];
    this.thresholds = new float[size];
    this.lefts = IntStream.range(0, size).toArray();
    this.rights = lefts.clone();
    for (int m = 0; m < members; m++) {
      Weights weights = component.members().get(m).values();
      int first = m * forest.trees();
      int member = m;
      List<Integer> own =
          IntStream.range(0, trees.length)
              .filter(i -> trees[i] / forest.trees() == member)
              .boxed()
              .toList();
      copy(weights, own.stream().mapToInt(i -> trees[i] - first).toArray(), own, m);
    }
  }

  /** The tree of a latent, as the graph chooses it. */
  private static int tree(Forest forest, float latent) {
    return Math.min((int) (latent * forest.trees()), forest.trees() - 1);
  }

  private static int[] roots(Forest forest, int members, int[] places) {
    int first = Math.multiplyExact(members, forest.rows());
    return Arrays.stream(places)
        .map(place -> Math.addExact(first, Math.multiplyExact(place, forest.nodes())))
        .toArray();
  }

  private int root(int place) {
    return Math.addExact(leaves, Math.multiplyExact(place, forest.nodes()));
  }

  private void copy(Weights weights, int[] trees, List<Integer> places, int member) {
    float[] column = weights.get(Forest.COLUMN);
    float[] threshold = weights.get(Forest.THRESHOLD);
    float[] left = weights.get(Forest.LEFT);
    float[] right = weights.get(Forest.RIGHT);
    for (int t = 0; t < trees.length; t++) {
      int root = root(places.get(t));
      for (int node = 0; node < forest.nodes(); node++) {
        int from = trees[t] * forest.nodes() + node;
        columns[root + node] = (int) column[from];
        thresholds[root + node] = threshold[from];
        lefts[root + node] = child((int) left[from], root, member);
        rights[root + node] = child((int) right[from], root, member);
      }
    }
  }

  private int child(int child, int root, int member) {
    return child < 0 ? member * forest.rows() - 1 - child : root + child;
  }

  /**
   * Adds all draws to a graph.
   *
   * @param x {@code [n, d_x]}
   * @param targets of the training rows, {@code [M R, w]}, member by member
   * @param latents of the draws, {@code [S, 1]}
   * @return {@code [n, S, w]}
   */
  Operand<TFloat32> draws(
      Ops tf, Operand<TFloat32> x, Operand<TFloat32> targets, Operand<TFloat32> latents) {
    return Forest.valid(tf, x, found(tf, x, targets, choice.roots(tf, latents)));
  }

  /**
   * Adds what each row finds in the trees of {@link #every} to a graph.
   *
   * @param x {@code [n, d_x]}
   * @param values of the leaves, {@code [M R, w]}, member by member
   * @return {@code [n, M T, w]}
   */
  Operand<TFloat32> found(Ops tf, Operand<TFloat32> x, Operand<TFloat32> values) {
    return found(tf, x, values, choice.roots(tf, values));
  }

  private Operand<TFloat32> found(
      Ops tf, Operand<TFloat32> x, Operand<TFloat32> targets, Operand<TInt32> roots) {
    Operand<TInt32> axis = tf.constant(0);
    Operand<TInt32> columnOf = tf.constant(columns);
    Operand<TFloat32> thresholdOf = tf.constant(thresholds);
    Operand<TInt32> leftOf = tf.constant(lefts);
    Operand<TInt32> rightOf = tf.constant(rights);
    Operand<TInt32> at = roots;
    for (int step = 0; step < forest.depth(); step++) {
      Operand<TInt32> column = tf.gather(columnOf, at, axis);
      // All rows are at the same roots first, [S], and each at its own nodes then, [n, S].
      Operand<TFloat32> input =
          step == 0
              ? tf.gather(x, column, tf.constant(1))
              : tf.gather(x, column, tf.constant(1), Gather.batchDims(1L));
      at =
          tf.select(
              tf.math.less(tf.gather(thresholdOf, at, axis), input),
              tf.gather(rightOf, at, axis),
              tf.gather(leftOf, at, axis));
    }
    return tf.gather(targets, at, axis);
  }
}
