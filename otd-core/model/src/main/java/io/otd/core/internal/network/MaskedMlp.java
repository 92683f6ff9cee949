// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Dense;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawnLatents;
import io.otd.core.internal.mask.MaskedLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The predictive network of OTD: {@code h_i = phi(W_i h_{i-1} + b_i) * z_i} for each hidden layer,
 * then an affine map without mask (paper, "Logit-space transport"). The mask state holds the slices
 * of the hidden layers one after another, first layer first.
 *
 * @param hidden widths of the hidden layers, at least one
 * @param activation phi
 * @param kernel law of the first kernels; biases start at zero
 * @param backbone options besides the paper's formula
 */
public record MaskedMlp(
    List<Integer> hidden, Activation activation, Initializer kernel, Backbone backbone)
    implements Mlp {
  /** With fewer rows, products of all draws and rows at once are not slower. */
  static final int FEWEST_SHARING_ROWS = 1024;

  /** Checks the widths. */
  public MaskedMlp {
    hidden = List.copyOf(hidden);
    Perceptron.requireWidths(hidden, backbone);
  }

  /** The hidden widths: a mask for each unit. */
  @Override
  public List<Integer> latentWidths() {
    return hidden;
  }

  @Override
  public List<MaskedLayer> maskedLayers() {
    List<Dense> layers = Perceptron.of(this, 1, 1).layers();
    List<MaskedLayer> result = new ArrayList<>();
    for (int i = 0; i < hidden.size(); i++) {
      result.add(new MaskedLayer(hidden.get(i), layers.get(i + 1).kernelName()));
    }
    return result;
  }

  /**
   * Names of the parameters that read the inputs, and of the biases that are added to what they
   * give.
   *
   * @param first kernel of the first layer, {@code [d_x, width]}
   * @param firstBias {@code [width]}
   * @param linear kernel of the linear path, {@code [d_x, w]}, if there is one
   * @param lastBias {@code [w]}
   */
  public record InputKernels(
      String first, String firstBias, Optional<String> linear, String lastBias) {}

  /** The parameters that read the inputs. */
  public InputKernels inputKernels() {
    List<Dense> layers = Perceptron.of(this, 1, 1).layers();
    Dense first = layers.get(0);
    return new InputKernels(
        first.kernelName(),
        first.biasName(),
        backbone.linearPath() ? Optional.of(Perceptron.LINEAR) : Optional.empty(),
        layers.get(layers.size() - 1).biasName());
  }

  /** Kernels and biases, first layer first; then the kernel of the linear path, if any. */
  @Override
  public List<Parameter> parameters(int inputs, int outputs) {
    return Perceptron.of(this, inputs, outputs).parameters(inputs);
  }

  /** The first layer is computed once a row, not once a pass. */
  @Override
  public Operand<TFloat32> apply(
      Ops tf, ParameterValues values, Operand<TFloat32> x, DrawnLatents latents, int outputs) {
    Operand<TFloat32> z = scaled(tf, latents);
    Perceptron mlp = Perceptron.of(this, Math.toIntExact(x.shape().get(1)), outputs);
    Operand<TFloat32> first =
        tf.expandDims(mlp.layers().get(0).apply(tf, values, x), tf.constant(0));
    if (sharedByManyRows(x, latents)) {
      return mlp.applyMasked(
          tf,
          values,
          x,
          first,
          latents.passes(),
          layer -> tf.linalg.transpose(slice(tf, z, layer), tf.constant(new int[] {0, 2, 1})));
    }
    return mlp.apply(
        tf,
        values,
        x,
        first,
        latents.passes(),
        (units, layer) -> ByGroup.combine(tf, units, slice(tf, z, layer), tf.math::mul));
  }

  /** Whether the masks may go into the kernels, and it pays: one kernel a pass must be little. */
  private boolean sharedByManyRows(Operand<TFloat32> x, DrawnLatents latents) {
    long rows = x.shape().get(0);
    return latents.sharedByRows()
        && !backbone.residual()
        && rows >= FEWEST_SHARING_ROWS
        && hidden.stream().allMatch(width -> width <= rows);
  }

  private Operand<TFloat32> scaled(Ops tf, DrawnLatents latents) {
    Operand<TFloat32> masks = latents.perRow(tf);
    return backbone.scaledMasks() && latents.keepProbability() < 1
        ? tf.math.mul(masks, tf.constant((float) (1 / latents.keepProbability())))
        : masks;
  }

  /** The masks of one layer. */
  private Operand<TFloat32> slice(Ops tf, Operand<TFloat32> masks, int layer) {
    int from = hidden.subList(0, layer).stream().mapToInt(Integer::intValue).sum();
    int last = masks.shape().numDimensions() - 1;
    int[] begin = new int[last + 1];
    int[] size = new int[last + 1];
    Arrays.fill(size, -1);
    begin[last] = from;
    size[last] = hidden.get(layer);
    return tf.slice(masks, tf.constant(begin), tf.constant(size));
  }
}
