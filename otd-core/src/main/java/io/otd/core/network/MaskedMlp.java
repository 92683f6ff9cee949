package io.otd.core.network;

import io.otd.core.layer.Activation;
import io.otd.core.layer.Dense;
import io.otd.core.layer.Initializer;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterValues;
import io.otd.core.mask.MaskedLayer;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The predictive network: {@code h_i = phi(W_i h_{i-1} + b_i) * z_i} for each hidden layer, then an
 * affine map without mask (paper, "Logit-space transport"). The mask state holds the slices of the
 * hidden layers one after another, first layer first.
 *
 * @param hidden widths of the hidden layers, at least one
 * @param activation phi
 * @param kernel law of the first kernels; biases start at zero
 * @param backbone options beside the paper's formula
 */
public record MaskedMlp(
    List<Integer> hidden, Activation activation, Initializer kernel, Backbone backbone) {
  private static final String NAME = "network";
  private static final String LINEAR = "linear/kernel";

  /** Checks the widths. */
  public MaskedMlp {
    hidden = List.copyOf(hidden);
    if (hidden.isEmpty() || hidden.stream().anyMatch(w -> w < 1)) {
      throw new IllegalArgumentException(
          "hidden widths: " + hidden + " (expected: at least one, each >= 1)");
    }
    if (backbone.residual() && hidden.stream().distinct().count() > 1) {
      throw new IllegalArgumentException(
          "hidden widths: " + hidden + " (expected: equal widths with residual blocks)");
    }
  }

  /** d_z: the sum of the hidden widths. */
  public int maskWidth() {
    return hidden.stream().mapToInt(Integer::intValue).sum();
  }

  /** The hidden layers, each with the kernel that reads its masked units, first layer first. */
  public List<MaskedLayer> maskedLayers() {
    List<Dense> layers = layers(1, 1);
    List<MaskedLayer> result = new ArrayList<>();
    for (int i = 0; i < hidden.size(); i++) {
      result.add(new MaskedLayer(hidden.get(i), layers.get(i + 1).kernelName()));
    }
    return result;
  }

  /**
   * Kernels and biases, first layer first; then the kernel of the linear path, if any.
   *
   * @param inputs d_x
   * @param outputs w, numbers for a row: d_y where they are draws
   */
  public List<Parameter> parameters(int inputs, int outputs) {
    List<Parameter> result = new ArrayList<>();
    layers(inputs, outputs).forEach(l -> result.addAll(l.parameters()));
    if (backbone.linearPath()) {
      result.add(new Parameter(LINEAR, List.of(inputs, outputs), Initializer.ZEROS));
    }
    return result;
  }

  private List<Dense> layers(int inputs, int outputs) {
    List<Integer> widths = new ArrayList<>();
    widths.add(inputs);
    widths.addAll(hidden);
    widths.add(outputs);
    return Dense.stack(NAME, widths, kernel);
  }

  /**
   * Adds the network to a graph. The first layer is computed once a row, not once a draw.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param x {@code [n, d_x]}; n may be known only at run time
   * @param masks {@code [K, d_z]}, or {@code [K, n, d_z]} or {@code [K, 1, d_z]}
   * @param draws K
   * @param outputs w
   * @param keepProbability of the mask law, used where masks are scaled
   * @return {@code [K, n, w]}
   */
  public Operand<TFloat32> apply(
      Ops tf,
      ParameterValues values,
      Operand<TFloat32> x,
      Operand<TFloat32> masks,
      int draws,
      int outputs,
      double keepProbability) {
    Operand<TFloat32> z = scaled(tf, perRow(tf, masks), keepProbability);
    List<Dense> layers = layers(Math.toIntExact(x.shape().get(1)), outputs);
    Operand<TFloat32> first = affine(tf, values, layers.get(0), x);
    Operand<TFloat32> h =
        tf.math.mul(
            tf.expandDims(activation.apply(tf, first), tf.constant(0)),
            slice(tf, z, 0, hidden.get(0)));
    int offset = hidden.get(0);
    for (int i = 1; i < hidden.size(); i++) {
      Operand<TFloat32> block =
          tf.math.mul(
              activation.apply(tf, perDraw(tf, values, layers.get(i), h, draws)),
              slice(tf, z, offset, hidden.get(i)));
      h = backbone.residual() ? tf.math.add(h, block) : block;
      offset += hidden.get(i);
    }
    Operand<TFloat32> y = perDraw(tf, values, layers.get(layers.size() - 1), h, draws);
    return backbone.linearPath() ? tf.math.add(y, tf.linalg.matMul(x, values.get(LINEAR))) : y;
  }

  /** One mask a draw becomes one a draw and row: {@code [K, d_z]} to {@code [K, 1, d_z]}. */
  private static Operand<TFloat32> perRow(Ops tf, Operand<TFloat32> masks) {
    return masks.shape().numDimensions() == 2 ? tf.expandDims(masks, tf.constant(1)) : masks;
  }

  private Operand<TFloat32> scaled(Ops tf, Operand<TFloat32> masks, double keepProbability) {
    return backbone.scaledMasks() && keepProbability < 1
        ? tf.math.mul(masks, tf.constant((float) (1 / keepProbability)))
        : masks;
  }

  private static Operand<TFloat32> slice(Ops tf, Operand<TFloat32> masks, int from, int width) {
    return tf.slice(
        masks, tf.constant(new int[] {0, 0, from}), tf.constant(new int[] {-1, -1, width}));
  }

  /** An affine layer on {@code [K, n, inputs]}, as one product over all draws and rows. */
  private static Operand<TFloat32> perDraw(
      Ops tf, ParameterValues values, Dense layer, Operand<TFloat32> h, int draws) {
    Operand<TFloat32> flat = tf.reshape(h, tf.constant(new int[] {-1, layer.inputs()}));
    return tf.reshape(
        affine(tf, values, layer, flat), tf.constant(new int[] {draws, -1, layer.outputs()}));
  }

  private static Operand<TFloat32> affine(
      Ops tf, ParameterValues values, Dense layer, Operand<TFloat32> x) {
    return tf.math.add(
        tf.linalg.matMul(x, values.get(layer.kernelName())), values.get(layer.biasName()));
  }
}
