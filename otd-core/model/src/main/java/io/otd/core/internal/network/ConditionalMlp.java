// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Dense;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawnLatents;
import io.otd.core.internal.mask.MaskLaw;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The network of conditional OTD (paper, "A generalisation of OTD", conditional formulation):
 * {@code h_0 = [x, z_1], h_i = phi(W_i h_{i-1} + b_i)}, then an affine map. No unit is masked; a
 * transported code z_1 of a freely chosen width is concatenated to the inputs instead.
 *
 * @implNote All rows share a draw's code, or all of a group do: the paper has one code for each
 *     field. The linear path in parallel with the network reads only the inputs.
 * @param code d_z, width of the code, at least 1
 * @param hidden widths of the hidden layers, at least one
 * @param activation phi
 * @param kernel law of the first kernels; biases start at zero
 * @param backbone options; there are no masks to scale
 */
public record ConditionalMlp(
    int code, List<Integer> hidden, Activation activation, Initializer kernel, Backbone backbone)
    implements Mlp {
  /** Checks the widths. */
  public ConditionalMlp {
    hidden = List.copyOf(hidden);
    Perceptron.requireWidths(hidden, backbone);
    Check.that(code >= 1, "width of the code", code, ">= 1");
    if (backbone.scaledMasks()) {
      throw new IllegalArgumentException(
          "scaled masks: true (expected: false, a conditional network has no masks)");
    }
  }

  /** One part: the code. */
  @Override
  public List<Integer> latentWidths() {
    return List.of(code);
  }

  /** All rows share the code of a draw. */
  @Override
  public void requireSuits(MaskLaw law) {
    Check.that(
        law.sharedByRows(), "codes next to the inputs", law, "a law whose draws all rows share");
  }

  /**
   * Kernels and biases, the first kernel {@code [d_x + d_z, ...]}; then that of the linear path.
   */
  @Override
  public List<Parameter> parameters(int inputs, int outputs) {
    return Perceptron.of(this, inputs + code, outputs).parameters(inputs);
  }

  /**
   * The first product is split: the inputs' part is computed once a row, the code's once a pass and
   * group.
   */
  @Override
  public Operand<TFloat32> apply(
      Ops tf, ParameterValues values, Operand<TFloat32> x, DrawnLatents latents, int outputs) {
    int inputs = Math.toIntExact(x.shape().get(1));
    Perceptron mlp = Perceptron.of(this, inputs + code, outputs);
    Dense layer = mlp.layers().get(0);
    Operand<TFloat32> kernel = values.get(layer.kernelName());
    Operand<TFloat32> ofRows =
        tf.math.add(tf.linalg.matMul(x, rows(tf, kernel, 0, inputs)), values.get(layer.biasName()));
    Operand<TFloat32> ofPasses = ofPasses(tf, rows(tf, kernel, inputs, code), latents);
    Operand<TFloat32> first =
        ByGroup.combine(tf, tf.expandDims(ofRows, tf.constant(0)), ofPasses, tf.math::add);
    return mlp.apply(tf, values, x, first, latents.passes(), (units, i) -> units);
  }

  /** The code's part of the first product: {@code [P, 1, width]}, or {@code [P, F, 1, width]}. */
  private Operand<TFloat32> ofPasses(Ops tf, Operand<TFloat32> kernel, DrawnLatents codes) {
    if (codes.sharedByRows()) {
      return tf.expandDims(tf.linalg.matMul(codes.values(), kernel), tf.constant(1));
    }
    Operand<TFloat32> flat = tf.reshape(codes.values(), tf.constant(new int[] {-1, code}));
    return tf.reshape(
        tf.linalg.matMul(flat, kernel),
        tf.constant(new int[] {codes.passes(), -1, 1, hidden.get(0)}));
  }

  private Operand<TFloat32> rows(Ops tf, Operand<TFloat32> kernel, int from, int count) {
    return tf.slice(
        kernel, tf.constant(new int[] {from, 0}), tf.constant(new int[] {count, hidden.get(0)}));
  }
}
