// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import io.otd.core.internal.graph.Rematerialization;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Dense;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The common part of the predictive networks: the layers after the first affine map, on passes and
 * rows. Their parameters have the same names in every network.
 *
 * @param layers of the network, first layer first, the last without activation
 * @param activation of the hidden layers
 * @param backbone options; whether masks are scaled is not its business
 */
record Perceptron(List<Dense> layers, Activation activation, Backbone backbone) {
  private static final String NAME = "network";
  static final String LINEAR = "linear/kernel";

  /** With more passes, a sum over them is left to a loop of its own. */
  private static final int MOST_PASSES_TO_UNROLL = 16;

  /** The operation on the units of a hidden layer after the activation. */
  @FunctionalInterface
  interface Modulation {
    /**
     * Adds it to a graph.
     *
     * @param units {@code [P, n, width]}, or {@code [1, n, width]} where no latent has gone in yet
     * @param layer which hidden layer, from 0
     */
    Operand<TFloat32> apply(Operand<TFloat32> units, int layer);
  }

  /**
   * The layers of a network.
   *
   * @param inputs of the first layer
   * @param outputs w
   */
  static Perceptron of(Mlp network, int inputs, int outputs) {
    List<Integer> widths = new ArrayList<>();
    widths.add(inputs);
    widths.addAll(network.hidden());
    widths.add(outputs);
    return new Perceptron(
        Dense.stack(NAME, widths, network.kernel()), network.activation(), network.backbone());
  }

  /** Checks the requirements of every network on its hidden widths. */
  static void requireWidths(List<Integer> hidden, Backbone backbone) {
    if (hidden.isEmpty() || hidden.stream().anyMatch(w -> w < 1)) {
      throw new IllegalArgumentException(
          "hidden widths: " + hidden + " (expected: at least one, each >= 1)");
    }
    if (backbone.residual() && hidden.stream().distinct().count() > 1) {
      throw new IllegalArgumentException(
          "hidden widths: " + hidden + " (expected: equal widths with residual blocks)");
    }
  }

  /**
   * Kernels and biases, first layer first; then the kernel of the linear path, if any.
   *
   * @param inputs d_x
   */
  List<Parameter> parameters(int inputs) {
    List<Parameter> result = new ArrayList<>();
    layers.forEach(l -> result.addAll(l.parameters()));
    if (backbone.linearPath()) {
      result.add(new Parameter(LINEAR, List.of(inputs, last().outputs()), Initializer.ZEROS));
    }
    return result;
  }

  private Dense last() {
    return layers.get(layers.size() - 1);
  }

  /**
   * Adds the network after its first affine map.
   *
   * @param x {@code [n, d_x]}, for the linear path
   * @param first output of the first affine map, {@code [P, n, width]} or {@code [1, n, width]}
   * @param passes P
   * @param modulation of the hidden units; returns {@code [P, n, width]}
   * @return {@code [P, n, w]}
   */
  Operand<TFloat32> apply(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> first,
      int passes,
      Modulation modulation) {
    Operand<TFloat32> h = modulation.apply(activated(tf, values, first), 0);
    for (int i = 1; i < layers.size() - 1; i++) {
      Operand<TFloat32> product = perPass(tf, values, layers.get(i), h, passes);
      Operand<TFloat32> units = activated(tf, values, layers.get(i), product);
      Operand<TFloat32> block = modulation.apply(units, i);
      h = backbone.residual() ? tf.math.add(h, block) : block;
    }
    return withLinearPath(
        tf, values, x, biased(tf, values, last(), perPass(tf, values, last(), h, passes)));
  }

  /**
   * Adds the network after its first affine map, its hidden units multiplied by masks that all rows
   * share: the masks go into the kernels that read the units. The numbers are those of {@link
   * #apply} up to rounding; with many rows it is faster, as nothing of the size of all units is
   * kept or summed for the masks. Not for residual blocks.
   *
   * @param x {@code [n, d_x]}, for the linear path
   * @param first output of the first affine map, {@code [1, n, width]}
   * @param passes P
   * @param masks of a hidden layer, {@code [P, width, 1]}
   * @return {@code [P, n, w]}
   */
  Operand<TFloat32> applyMasked(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> first,
      int passes,
      IntFunction<Operand<TFloat32>> masks) {
    Operand<TFloat32> y = forEachPass(tf, values, activated(tf, values, first), passes);
    for (int i = 1; i < layers.size() - 1; i++) {
      Operand<TFloat32> product = layers.get(i).scaledProduct(tf, values, y, masks.apply(i - 1));
      y = activated(tf, values, layers.get(i), product);
    }
    y = last().scaledProduct(tf, values, y, masks.apply(layers.size() - 2));
    return withLinearPath(tf, values, x, biased(tf, values, last(), y));
  }

  /**
   * Units that all passes share, {@code [1, n, width]} to {@code [P, n, width]}. Where they are
   * many, the gradients of few passes are added in the loop that needs the sum.
   */
  private static Operand<TFloat32> forEachPass(
      Ops tf, ParameterValues values, Operand<TFloat32> units, int passes) {
    int rows = Math.toIntExact(units.shape().get(1));
    int width = Math.toIntExact(units.shape().get(2));
    Operand<TFloat32> repeated =
        tf.broadcastTo(units, tf.constant(new int[] {passes, rows, width}));
    return values
        .rematerialization()
        .filter(cut -> Rematerialization.pays(repeated) && passes <= MOST_PASSES_TO_UNROLL)
        .map(
            cut ->
                cut.add(
                    tf, List.of(units), repeated, gradient -> List.of(sum(tf, gradient, passes))))
        .orElse(repeated);
  }

  /** The sum over the passes, {@code [P, n, width]} to {@code [1, n, width]}. */
  private static Operand<TFloat32> sum(Ops tf, Operand<TFloat32> gradient, int passes) {
    return tf.math.addN(
        IntStream.range(0, passes)
            .<Operand<TFloat32>>mapToObj(
                k ->
                    tf.slice(
                        gradient,
                        tf.constant(new int[] {k, 0, 0}),
                        tf.constant(new int[] {1, -1, -1})))
            .toList());
  }

  /** The activation of a layer's output. */
  private Operand<TFloat32> activated(Ops tf, ParameterValues values, Operand<TFloat32> x) {
    return activated(tf, values, x, List.of(x), List::of);
  }

  /** The activation of a layer's product and bias. */
  private Operand<TFloat32> activated(
      Ops tf, ParameterValues values, Dense layer, Operand<TFloat32> product) {
    return activated(
        tf,
        values,
        biased(tf, values, layer, product),
        List.of(product, values.get(layer.biasName())),
        gradient -> List.of(gradient, layer.biasGradient(tf, values, gradient)));
  }

  /**
   * The activation; for many units, its derivative is recomputed where needed.
   *
   * @param x what it is applied to
   * @param from what x is made of
   * @param pullback from the gradient by x to those by {@code from}
   */
  private Operand<TFloat32> activated(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      List<Operand<TFloat32>> from,
      Function<Operand<TFloat32>, List<Operand<TFloat32>>> pullback) {
    Operand<TFloat32> y = activation.apply(tf, x);
    return values
        .rematerialization()
        .filter(cut -> Rematerialization.pays(x) && activation.fromInput())
        .map(
            cut ->
                cut.add(
                    tf,
                    from,
                    y,
                    gradient ->
                        pullback.apply(tf.math.mul(gradient, activation.derivative(tf, x)))))
        .orElse(y);
  }

  private static Operand<TFloat32> biased(
      Ops tf, ParameterValues values, Dense layer, Operand<TFloat32> product) {
    return tf.math.add(product, values.get(layer.biasName()));
  }

  private Operand<TFloat32> withLinearPath(
      Ops tf, ParameterValues values, Operand<TFloat32> x, Operand<TFloat32> y) {
    return backbone.linearPath() ? tf.math.add(y, tf.linalg.matMul(x, values.get(LINEAR))) : y;
  }

  /** A layer's product on {@code [P, n, inputs]}, as one over all passes and rows. */
  private static Operand<TFloat32> perPass(
      Ops tf, ParameterValues values, Dense layer, Operand<TFloat32> h, int passes) {
    Operand<TFloat32> flat = tf.reshape(h, tf.constant(new int[] {-1, layer.inputs()}));
    return tf.reshape(
        layer.product(tf, values, flat), tf.constant(new int[] {passes, -1, layer.outputs()}));
  }
}
