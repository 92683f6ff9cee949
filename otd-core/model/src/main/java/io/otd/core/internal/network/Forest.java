// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import io.otd.core.internal.graph.Loop;
import io.otd.core.internal.graph.LoopValues;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Uniform;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Gather;
import org.tensorflow.op.core.Sum;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * A forest of regression trees as a law of the targets. A draw goes down one tree, chosen by its
 * latent, and is the targets of the training row in the leaf where the row that is predicted
 * arrives. With leaves of several rows each tree has chosen one of them, so the draws of all trees
 * have the law of a quantile regression forest (Meinshausen 2006). All rows share the tree of a
 * draw: a draw is one function of the inputs.
 *
 * <p>A row with an input that is no number has draws that are none, as from a network.
 *
 * <p>A tree is a table of its inner nodes, the root first. A child is the number of an inner node,
 * or {@code -1 - r} for a leaf with the targets r. Smaller trees are filled up with nodes that
 * nothing leads to.
 *
 * @param trees T, at least 1
 * @param nodes N, maximum number of inner nodes of a tree, at least 1; T N at most 2^24, so that
 *     every number is exact in single precision
 * @param depth maximum number of inner nodes on the way to a leaf, at least 1
 * @param rows R, number of training rows, at least 1
 */
public record Forest(int trees, int nodes, int depth, int rows) implements PredictiveNetwork {
  /** Parameter {@code [T, N]}: the input that a node compares. */
  public static final String COLUMN = "forest/column";

  /** Parameter {@code [T, N]}: a row whose input is greater goes right. */
  public static final String THRESHOLD = "forest/threshold";

  /** Parameter {@code [T, N]}: the left child. */
  public static final String LEFT = "forest/left";

  /** Parameter {@code [T, N]}: the right child. */
  public static final String RIGHT = "forest/right";

  /** Parameter {@code [R, w]}: the targets of the training rows. */
  public static final String TARGETS = "forest/targets";

  /** Whole numbers up to this one are exact in single precision. */
  public static final int LARGEST_EXACT = 1 << 24;

  /** Arrays per row and draw on the way through a tree. */
  private static final int ARRAYS = 8;

  /** Checks the sizes. */
  public Forest {
    if (trees < 1 || nodes < 1 || depth < 1 || rows < 1) {
      throw new IllegalArgumentException(
          "forest: %d trees of %d nodes, depth %d, %d rows (expected: each >= 1)"
              .formatted(trees, nodes, depth, rows));
    }
    if ((long) trees * nodes > LARGEST_EXACT || rows > LARGEST_EXACT) {
      throw new IllegalArgumentException(
          "forest: %d trees of %d nodes, %d rows (expected: at most %d nodes and rows)"
              .formatted(trees, nodes, rows, LARGEST_EXACT));
    }
  }

  @Override
  public int widest() {
    return ARRAYS;
  }

  /** One number, which chooses the tree. */
  @Override
  public List<Integer> latentWidths() {
    return List.of(1);
  }

  /** The latent is a uniform. */
  @Override
  public void requireSuits(MaskLaw law) {
    if (!(law instanceof Uniform)) {
      throw new IllegalArgumentException("choice of a tree: " + law + " (expected: uniform)");
    }
  }

  @Override
  public List<Parameter> parameters(int inputs, int outputs) {
    List<Integer> ofNodes = List.of(trees, nodes);
    return List.of(
        new Parameter(COLUMN, ofNodes, Initializer.ZEROS),
        new Parameter(THRESHOLD, ofNodes, Initializer.ZEROS),
        new Parameter(LEFT, ofNodes, Initializer.ZEROS),
        new Parameter(RIGHT, ofNodes, Initializer.ZEROS),
        new Parameter(TARGETS, List.of(rows, outputs), Initializer.ZEROS));
  }

  /** All rows share the latents, {@code [K, 1]}: rows of groups have no trees of their own. */
  @Override
  public Operand<TFloat32> apply(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> latents,
      int draws,
      int outputs,
      double keepProbability) {
    if (latents.shape().numDimensions() != 2) {
      throw new IllegalArgumentException(
          "latents of a forest: " + latents.shape() + " (expected: [draws, 1])");
    }
    long rowsOfCall = x.shape().get(0);
    Operand<TInt32> leaf =
        down(tf, values, x, roots(tf, latents, draws), rowsOfCall, draws).get("at", TInt32.class);
    Operand<TInt32> row = tf.math.sub(tf.constant(-1), leaf);
    Operand<TFloat32> drawn = tf.gather(values.get(TARGETS), row, tf.constant(0));
    Operand<TFloat32> sums = tf.sum(x, tf.constant(1), Sum.keepDims(true));
    Operand<TFloat32> valid =
        tf.select(
            tf.math.isNan(tf.expandDims(sums, tf.constant(1))), tf.constant(Float.NaN), drawn);
    return tf.linalg.transpose(valid, tf.constant(new int[] {1, 0, 2}));
  }

  /** The place of the root of each draw's tree among the nodes of all, {@code [K]}. */
  private Operand<TInt32> roots(Ops tf, Operand<TFloat32> latents, int draws) {
    Operand<TFloat32> flat = tf.reshape(latents, tf.constant(new int[] {draws}));
    Operand<TInt32> tree =
        tf.dtypes.cast(tf.math.mul(flat, tf.constant((float) trees)), TInt32.class);
    return tf.math.mul(tf.math.minimum(tree, tf.constant(trees - 1)), tf.constant(nodes));
  }

  /** From the roots to the leaves, {@code [n, K]}. */
  private LoopValues down(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TInt32> roots,
      long rowsOfCall,
      int draws) {
    Operand<TInt32> all =
        tf.slice(tf.shape(x), tf.constant(new int[] {0}), tf.constant(new int[] {1}));
    Operand<TInt32> start =
        tf.fill(
            tf.concat(List.of(all, tf.constant(new int[] {draws})), tf.constant(0)),
            tf.constant(0));
    long inputs = x.shape().get(1);
    Loop loop =
        new Loop(tf, "forest", tf.constant(depth))
            .state("at", start, rowsOfCall, draws)
            .invariant("x", x, rowsOfCall, inputs)
            .invariant("roots", roots, draws);
    for (String name : List.of(COLUMN, THRESHOLD, LEFT, RIGHT)) {
      Operand<TFloat32> flat = tf.reshape(values.get(name), tf.constant(new int[] {trees * nodes}));
      loop.invariant(name, flat, (long) trees * nodes);
    }
    return loop.add((ops, index, now) -> step(ops, now));
  }

  /** One node further, where a leaf is not reached yet. */
  private static LoopValues step(Ops tf, LoopValues now) {
    Operand<TInt32> at = now.get("at", TInt32.class);
    Operand<TInt32> node =
        tf.math.add(tf.math.maximum(at, tf.constant(0)), now.get("roots", TInt32.class));
    Operand<TInt32> column = tf.dtypes.cast(ofNodes(tf, now, COLUMN, node), TInt32.class);
    Operand<TFloat32> input =
        tf.gather(now.floats("x"), column, tf.constant(1), Gather.batchDims(1L));
    Operand<TFloat32> child =
        tf.select(
            tf.math.greater(input, ofNodes(tf, now, THRESHOLD, node)),
            ofNodes(tf, now, RIGHT, node),
            ofNodes(tf, now, LEFT, node));
    return LoopValues.of(
        "at", tf.select(tf.math.less(at, tf.constant(0)), at, tf.dtypes.cast(child, TInt32.class)));
  }

  private static Operand<TFloat32> ofNodes(
      Ops tf, LoopValues now, String name, Operand<TInt32> node) {
    return tf.gather(now.floats(name), node, tf.constant(0));
  }
}
