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
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * Boosted trees as a law of the targets (Friedman 2001): a row goes down all trees, and the values
 * of its leaves are summed. The first d_y sums are a location, the others the logarithms of a
 * scale. A draw is the location plus the scale times a residual, chosen by the draw's latent:
 *
 * <pre>{@code
 * y_k(x) = sum_t a_t(x) + exp(sum_t b_t(x)) r_k
 * }</pre>
 *
 * <p>All rows share the residual of a draw, and all targets of a draw share a residual's row: a
 * draw is one function of the inputs.
 *
 * <p>A row with an input that is no number has draws that are none, as from a network.
 *
 * @param forest the trees; in place of the targets of training rows their leaves have values {@code
 *     (a, b)}, 2 d_y of them
 * @param residuals R, at least 1
 */
public record BoostedForest(Forest forest, int residuals) implements PredictiveNetwork {
  /** Parameter {@code [R, w]}: the standardised residuals of rows that the trees had not seen. */
  public static final String RESIDUALS = "boosting/residuals";

  /** Checks the number. */
  public BoostedForest {
    Check.that(residuals >= 1, "residuals", residuals, ">= 1");
  }

  @Override
  public int widest() {
    return forest.widest();
  }

  /** One number, which chooses the residual. */
  @Override
  public List<Integer> latentWidths() {
    return List.of(1);
  }

  /** The latent is a uniform. */
  @Override
  public void requireSuits(MaskLaw law) {
    Check.that(law instanceof Uniform, "choice of a residual", law, "uniform");
  }

  @Override
  public List<Parameter> parameters(int inputs, int outputs) {
    List<Parameter> all = new ArrayList<>(forest.parameters(inputs, 2 * outputs));
    all.add(new Parameter(RESIDUALS, List.of(residuals, outputs), Initializer.ZEROS));
    return all;
  }

  /** All rows share the latents, {@code [P, 1]}. */
  @Override
  public Operand<TFloat32> apply(
      Ops tf, ParameterValues values, Operand<TFloat32> x, DrawnLatents latents, int outputs) {
    Operand<TFloat32> shared = latents.shared("latents of boosted trees");
    List<Operand<TFloat32>> arrays =
        forest.parameters(1, 2 * outputs).stream().map(p -> values.get(p.name())).toList();
    Operand<TFloat32> sums =
        x.shape().get(0) == Shape.UNKNOWN_SIZE
            ? together(tf, arrays, x)
            : inTurn(tf, arrays, x, outputs);
    Operand<TFloat32> chosen = chosen(tf, values.get(RESIDUALS), shared, new int[latents.passes()]);
    return tf.linalg.transpose(
        Forest.valid(tf, x, drawn(tf, sums, chosen, outputs)), tf.constant(new int[] {1, 0, 2}));
  }

  /** The sums of all trees at once, {@code [n, 2 w]}: for rows whose number is not known. */
  private Operand<TFloat32> together(Ops tf, List<Operand<TFloat32>> arrays, Operand<TFloat32> x) {
    return tf.sum(forest.values(tf, arrays, x, 1), tf.constant(1));
  }

  /** The sums tree by tree, {@code [n, 2 w]}: many rows take the memory of one tree. */
  private Operand<TFloat32> inTurn(
      Ops tf, List<Operand<TFloat32>> arrays, Operand<TFloat32> x, int outputs) {
    long rows = x.shape().get(0);
    int width = 2 * outputs;
    List<Operand<TFloat32>> nodes = Forest.nodes(tf, arrays);
    Operand<TFloat32> leaves = arrays.get(arrays.size() - 1);
    return new Loop(tf, "boosting", tf.constant(forest.trees()))
        .state("sums", tf.zeros(tf.constant(new long[] {rows, width}), TFloat32.class), rows, width)
        .invariant("x", x, rows, x.shape().get(1))
        .invariant("leaves", leaves, leaves.shape().asArray())
        .invariant("nodes", nodes, nodes.stream().map(n -> new long[] {n.shape().get(0)}).toList())
        .add(
            (ops, tree, now) ->
                LoopValues.of(
                    "sums",
                    ops.math.add(
                        now.floats("sums"), value(ops, tree, now, new int[] {(int) rows, width}))))
        .floats("sums");
  }

  /** The values of a tree, {@code [n, 2 w]}. */
  private Operand<TFloat32> value(Ops tf, Operand<TInt32> tree, LoopValues now, int[] shape) {
    Operand<TInt32> root =
        tf.reshape(tf.math.mul(tree, tf.constant(forest.nodes())), tf.constant(new int[] {1}));
    Operand<TInt32> start = tf.zeros(tf.constant(new int[] {shape[0], 1}), TInt32.class);
    Operand<TInt32> leaf =
        forest.unrolled(tf, now.floatList("nodes"), now.floats("x"), root, start);
    return tf.reshape(
        tf.gather(now.floats("leaves"), tf.math.sub(tf.constant(-1), leaf), tf.constant(0)),
        tf.constant(shape));
  }

  /**
   * Adds the choice of residuals to a graph.
   *
   * @param residuals of several such laws, one after another, {@code [., w]}
   * @param latents {@code [K, 1]}
   * @param laws the number of each draw's law, {@code [K]}
   * @return {@code [K, w]}
   */
  public Operand<TFloat32> chosen(
      Ops tf, Operand<TFloat32> residuals, Operand<TFloat32> latents, int[] laws) {
    Operand<TInt32> place =
        Forest.place(tf, tf.reshape(latents, tf.constant(new int[] {laws.length})), this.residuals);
    return tf.gather(
        residuals,
        tf.math.add(place, tf.constant(Forest.times(laws, this.residuals))),
        tf.constant(0));
  }

  /**
   * Adds the draws to a graph.
   *
   * @param sums location and logarithms of the scale, {@code [n, 2 w]}
   * @param chosen residuals, {@code [K, w]}
   * @return {@code [n, K, w]}
   */
  public static Operand<TFloat32> drawn(
      Ops tf, Operand<TFloat32> sums, Operand<TFloat32> chosen, int outputs) {
    Operand<TFloat32> location = part(tf, sums, 0, outputs);
    Operand<TFloat32> scale = tf.math.exp(part(tf, sums, outputs, outputs));
    return tf.math.add(location, tf.math.mul(scale, tf.expandDims(chosen, tf.constant(0))));
  }

  /** {@code [n, 1, w]}. */
  private static Operand<TFloat32> part(Ops tf, Operand<TFloat32> sums, int first, int width) {
    return tf.expandDims(
        tf.slice(sums, tf.constant(new int[] {0, first}), tf.constant(new int[] {-1, width})),
        tf.constant(1));
  }
}
