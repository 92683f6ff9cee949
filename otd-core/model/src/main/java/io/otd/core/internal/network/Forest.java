// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.graph.Loop;
import io.otd.core.internal.graph.LoopValues;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawnLatents;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Uniform;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
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
 * or {@code -1 - r} for a leaf with the targets r. Smaller trees are padded with unreachable nodes.
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

  /** The first parameters describe nodes. */
  private static final int ARRAYS_OF_NODES = 4;

  /** Whole numbers up to this one are exact in single precision. */
  private static final int LARGEST_EXACT = 1 << 24;

  /** Values per row and draw on the way through a tree. */
  private static final int WIDTH = 8;

  /** Checks the sizes. */
  public Forest {
    if (trees < 1 || nodes < 1 || depth < 1 || rows < 1) {
      throw new IllegalArgumentException(
          "forest: %s trees of %s nodes, depth %s, %s rows (expected: each >= 1)"
              .formatted(trees, nodes, depth, rows));
    }
    Check.that(
        depth <= nodes, "depth of a forest", depth, "at most the nodes of a tree, %s", nodes);
    if ((long) trees * nodes > LARGEST_EXACT || rows > LARGEST_EXACT) {
      throw new IllegalArgumentException(
          "forest: %s trees of %s nodes, %s rows (expected: at most %s nodes and rows)"
              .formatted(trees, nodes, rows, LARGEST_EXACT));
    }
  }

  @Override
  public int widest() {
    return WIDTH;
  }

  /** One number, which chooses the tree. */
  @Override
  public List<Integer> latentWidths() {
    return List.of(1);
  }

  /** The latent is a uniform. */
  @Override
  public void requireSuits(MaskLaw law) {
    Check.that(law instanceof Uniform, "choice of a tree", law, "uniform");
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

  /** All rows share the latents, {@code [P, 1]}: rows of groups have no trees of their own. */
  @Override
  public Operand<TFloat32> apply(
      Ops tf, ParameterValues values, Operand<TFloat32> x, DrawnLatents latents, int outputs) {
    Operand<TFloat32> shared = latents.shared("latents of a forest");
    List<Operand<TFloat32>> arrays =
        parameters(1, outputs).stream().map(p -> values.get(p.name())).toList();
    return tf.linalg.transpose(
        draws(tf, arrays, x, shared, new int[latents.passes()]), tf.constant(new int[] {1, 0, 2}));
  }

  /**
   * Adds draws from several forests of these sizes to a graph, all in one.
   *
   * @param tf the graph to add to
   * @param arrays of each parameter the values of all forests, one forest after another along the
   *     first axis
   * @param x {@code [n, d_x]}; n may be known only at run time
   * @param latents {@code [K, 1]}
   * @param forests the number of each draw's forest, {@code [K]}
   * @return {@code [n, K, w]}
   */
  public Operand<TFloat32> draws(
      Ops tf,
      List<Operand<TFloat32>> arrays,
      Operand<TFloat32> x,
      Operand<TFloat32> latents,
      int[] forests) {
    int draws = forests.length;
    Operand<TInt32> tree = place(tf, tf.reshape(latents, tf.constant(new int[] {draws})), trees);
    Operand<TInt32> roots =
        tf.math.mul(tf.math.add(tree, tf.constant(times(forests, trees))), tf.constant(nodes));
    Operand<TInt32> row = targets(tf, forests, leaves(tf, "forest", arrays, x, roots));
    return valid(tf, x, tf.gather(arrays.get(ARRAYS_OF_NODES), row, tf.constant(0)));
  }

  /**
   * Adds the choice of one of several things to a graph.
   *
   * @param uniforms {@code [K]}
   * @param count of the things
   * @return from 0, {@code [K]}
   */
  public static Operand<TInt32> place(Ops tf, Operand<TFloat32> uniforms, int count) {
    return tf.math.minimum(
        tf.dtypes.cast(tf.math.mul(uniforms, tf.constant((float) count)), TInt32.class),
        tf.constant(count - 1));
  }

  /**
   * Adds what each row finds in all trees of several forests of these sizes to a graph.
   *
   * @param arrays of each parameter the values of all forests, one forest after another
   * @param x {@code [n, d_x]}; n may be known only at run time
   * @param forests F
   * @return the targets of the leaves, {@code [n, F T, w]}
   */
  public Operand<TFloat32> values(
      Ops tf, List<Operand<TFloat32>> arrays, Operand<TFloat32> x, int forests) {
    int[] all = IntStream.range(0, Math.multiplyExact(forests, trees)).toArray();
    int[] owners = Arrays.stream(all).map(t -> t / trees).toArray();
    return tf.gather(
        arrays.get(ARRAYS_OF_NODES),
        targets(tf, owners, leaves(tf, "all_trees", arrays, x, tf.constant(times(all, nodes)))),
        tf.constant(0));
  }

  /** The places of the targets of leaves of some forests. */
  private Operand<TInt32> targets(Ops tf, int[] forests, Operand<TInt32> leaves) {
    return tf.math.sub(tf.math.sub(tf.constant(times(forests, rows)), tf.constant(1)), leaves);
  }

  /**
   * Adds the way of each row down some trees to a graph.
   *
   * @param tf the graph to add to
   * @param name of a loop: two loops that differ by shapes alone must have different names
   * @param arrays column, threshold, left and right child of all nodes come first
   * @param x {@code [n, d_x]}; n may be known only at run time
   * @param roots number of the first node of each tree, {@code [S]}
   * @return the leaves, {@code -1 - r} with the targets r, {@code [n, S]}
   */
  private Operand<TInt32> leaves(
      Ops tf,
      String name,
      List<Operand<TFloat32>> arrays,
      Operand<TFloat32> x,
      Operand<TInt32> roots) {
    List<Operand<TFloat32>> ofNodes = nodes(tf, arrays);
    int trees = Math.toIntExact(roots.shape().get(0));
    Operand<TInt32> count =
        tf.slice(tf.shape(x), tf.constant(new int[] {0}), tf.constant(new int[] {1}));
    Operand<TInt32> start =
        tf.fill(
            tf.concat(List.of(count, tf.constant(new int[] {trees})), tf.constant(0)),
            tf.constant(0));
    return x.shape().get(0) == Shape.UNKNOWN_SIZE
        ? unrolled(tf, ofNodes, x, roots, start)
        : looped(tf, name, ofNodes, x, roots, start);
  }

  /** The arrays of nodes as vectors. */
  static List<Operand<TFloat32>> nodes(Ops tf, List<Operand<TFloat32>> arrays) {
    return arrays.subList(0, ARRAYS_OF_NODES).stream()
        .<Operand<TFloat32>>map(
            array ->
                tf.reshape(array, tf.constant(new int[] {Math.toIntExact(array.shape().size())})))
        .toList();
  }

  static int[] times(int[] numbers, int factor) {
    return Arrays.stream(numbers).map(n -> Math.multiplyExact(n, factor)).toArray();
  }

  /**
   * Adds the rule for inputs that are no numbers: a row with one has draws that are none.
   *
   * @param x {@code [n, d_x]}
   * @param drawn {@code [n, K, w]}
   * @return {@code [n, K, w]}
   */
  public static Operand<TFloat32> valid(Ops tf, Operand<TFloat32> x, Operand<TFloat32> drawn) {
    Operand<TFloat32> sums = tf.sum(x, tf.constant(1), Sum.keepDims(true));
    return tf.select(
        tf.math.isNan(tf.expandDims(sums, tf.constant(1))), tf.constant(Float.NaN), drawn);
  }

  /**
   * Runtimes that do not compile the graph take long for each pass of a loop.
   *
   * @param nodes column, threshold, left and right child of all nodes
   * @param roots number of the first node of each tree, {@code [S]}
   * @param start 0, the number of the root in its tree, {@code [n, S]}
   * @return the leaves, {@code [n, S]}
   */
  Operand<TInt32> unrolled(
      Ops tf,
      List<Operand<TFloat32>> nodes,
      Operand<TFloat32> x,
      Operand<TInt32> roots,
      Operand<TInt32> start) {
    Operand<TInt32> at = start;
    for (int step = 0; step < depth; step++) {
      at = step(tf, nodes, x, roots, at);
    }
    return at;
  }

  /** A compiled loop is as fast as its passes, and compiles in less time. */
  private Operand<TInt32> looped(
      Ops tf,
      String name,
      List<Operand<TFloat32>> nodes,
      Operand<TFloat32> x,
      Operand<TInt32> roots,
      Operand<TInt32> start) {
    long rows = x.shape().get(0);
    long draws = roots.shape().get(0);
    return new Loop(tf, name, tf.constant(depth))
        .state("at", start, rows, draws)
        .invariant("x", x, rows, x.shape().get(1))
        .invariant("roots", roots, draws)
        .invariant("nodes", nodes, nodes.stream().map(n -> new long[] {n.shape().get(0)}).toList())
        .add(
            (ops, index, now) ->
                LoopValues.of(
                    "at",
                    step(
                        ops,
                        now.floatList("nodes"),
                        now.floats("x"),
                        now.get("roots", TInt32.class),
                        now.get("at", TInt32.class))))
        .get("at", TInt32.class);
  }

  /**
   * One node further, where a leaf is not reached yet.
   *
   * @param nodes column, threshold, left and right child of all nodes
   */
  private static Operand<TInt32> step(
      Ops tf,
      List<Operand<TFloat32>> nodes,
      Operand<TFloat32> x,
      Operand<TInt32> roots,
      Operand<TInt32> at) {
    Operand<TInt32> node = tf.math.add(tf.math.maximum(at, tf.constant(0)), roots);
    List<Operand<TFloat32>> of =
        nodes.stream()
            .<Operand<TFloat32>>map(array -> tf.gather(array, node, tf.constant(0)))
            .toList();
    Operand<TFloat32> input =
        tf.gather(x, tf.dtypes.cast(of.get(0), TInt32.class), tf.constant(1), Gather.batchDims(1L));
    Operand<TFloat32> child = tf.select(tf.math.greater(input, of.get(1)), of.get(3), of.get(2));
    return tf.select(tf.math.less(at, tf.constant(0)), at, tf.dtypes.cast(child, TInt32.class));
  }
}
