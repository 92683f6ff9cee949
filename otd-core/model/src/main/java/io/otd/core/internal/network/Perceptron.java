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
import java.util.Optional;
import java.util.function.IntFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The common part of the predictive networks: the layers after the first affine map, on draws and
 * rows. Their parameters have the same names in every network.
 *
 * @param layers of the network, first layer first, the last without activation
 * @param activation of the hidden layers
 * @param backbone options; whether masks are scaled is not its business
 */
record Perceptron(List<Dense> layers, Activation activation, Backbone backbone) {
  private static final String NAME = "network";
  static final String LINEAR = "linear/kernel";

  /** Units of a layer, of all draws and rows, that no longer fit into a processor's caches. */
  static final long MANY = 1 << 20;

  /** The operation on the units of a hidden layer after the activation. */
  @FunctionalInterface
  interface Modulation {
    /**
     * Adds it to a graph.
     *
     * @param units {@code [K, n, width]}, or {@code [1, n, width]} where no draw has gone in yet
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
  static Perceptron of(PredictiveNetwork network, int inputs, int outputs) {
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
   * @param first output of the first affine map, {@code [K, n, width]} or {@code [1, n, width]}
   * @param draws K
   * @param modulation of the hidden units; returns {@code [K, n, width]}
   * @return {@code [K, n, w]}
   */
  Operand<TFloat32> apply(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> first,
      int draws,
      Modulation modulation) {
    Operand<TFloat32> h = modulation.apply(activated(tf, values, first), 0);
    for (int i = 1; i < layers.size() - 1; i++) {
      Operand<TFloat32> units = activated(tf, values, perDraw(tf, values, layers.get(i), h, draws));
      Operand<TFloat32> block = modulation.apply(units, i);
      h = backbone.residual() ? tf.math.add(h, block) : block;
    }
    return withLinearPath(tf, values, x, perDraw(tf, values, last(), h, draws));
  }

  /**
   * Adds the network after its first affine map, its hidden units multiplied by masks that all rows
   * share: the masks go into the kernels that read the units. The numbers are those of {@link
   * #apply} up to rounding; with many rows it is faster, as nothing of the size of all units is
   * kept or summed for the masks. Not for residual blocks.
   *
   * @param x {@code [n, d_x]}, for the linear path
   * @param first output of the first affine map, {@code [1, n, width]}
   * @param draws K
   * @param masks of a hidden layer, {@code [K, width, 1]}
   * @return {@code [K, n, w]}
   */
  Operand<TFloat32> applyMasked(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> first,
      int draws,
      IntFunction<Operand<TFloat32>> masks) {
    int rows = Math.toIntExact(x.shape().get(0));
    Operand<TFloat32> y =
        tf.broadcastTo(
            activated(tf, values, first),
            tf.constant(new int[] {draws, rows, layers.get(0).outputs()}));
    for (int i = 1; i < layers.size() - 1; i++) {
      y = activated(tf, values, layers.get(i).applyScaled(tf, values, y, masks.apply(i - 1)));
    }
    y = last().applyScaled(tf, values, y, masks.apply(layers.size() - 2));
    return withLinearPath(tf, values, x, y);
  }

  /** The activation; for many units, its derivative is recomputed where needed. */
  private Operand<TFloat32> activated(Ops tf, ParameterValues values, Operand<TFloat32> x) {
    Operand<TFloat32> y = activation.apply(tf, x);
    Optional<Rematerialization> recomputed = values.rematerialization();
    if (recomputed.isEmpty() || x.shape().size() < MANY || !activation.fromInput()) {
      return y;
    }
    return recomputed
        .get()
        .add(tf, x, y, gradient -> tf.math.mul(gradient, activation.derivative(tf, x)));
  }

  private Operand<TFloat32> withLinearPath(
      Ops tf, ParameterValues values, Operand<TFloat32> x, Operand<TFloat32> y) {
    return backbone.linearPath() ? tf.math.add(y, tf.linalg.matMul(x, values.get(LINEAR))) : y;
  }

  /** An affine layer on {@code [K, n, inputs]}, as one product over all draws and rows. */
  private static Operand<TFloat32> perDraw(
      Ops tf, ParameterValues values, Dense layer, Operand<TFloat32> h, int draws) {
    Operand<TFloat32> flat = tf.reshape(h, tf.constant(new int[] {-1, layer.inputs()}));
    return tf.reshape(
        layer.apply(tf, values, flat), tf.constant(new int[] {draws, -1, layer.outputs()}));
  }
}
