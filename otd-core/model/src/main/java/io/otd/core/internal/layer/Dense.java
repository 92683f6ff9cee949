// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * One affine layer {@code x W + b}: where its two parameters are named and sized, once for all
 * networks.
 *
 * @param name prefix of the parameter names
 * @param inputs {@code fan_in}, at least 1
 * @param outputs {@code fan_out}, at least 1
 * @param kernel law of the first kernel; biases start at zero
 */
public record Dense(String name, int inputs, int outputs, Initializer kernel) {
  /** Numbers of a vector register, to which a kernel of one column is filled up. */
  private static final int FILLED_OUTPUTS = 8;

  /** With fewer terms in each sum, filling up does not pay. */
  private static final int FEWEST_INPUTS_TO_FILL = 32;

  /** Products with fewer inputs or outputs stay in single precision: rounding would not pay. */
  private static final int NARROWEST_TO_ROUND = 32;

  /** Name of the kernel {@code [inputs, outputs]}. */
  public String kernelName() {
    return name + "/kernel";
  }

  /** Name of the bias {@code [outputs]}. */
  public String biasName() {
    return name + "/bias";
  }

  /** Kernel, then bias. */
  public List<Parameter> parameters() {
    return List.of(
        new Parameter(kernelName(), List.of(inputs, outputs), kernel),
        new Parameter(biasName(), List.of(outputs), Initializer.ZEROS));
  }

  /**
   * Adds the layer to a graph.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param x {@code [rows, inputs]}
   * @return {@code [rows, outputs]}
   */
  public Operand<TFloat32> apply(Ops tf, ParameterValues values, Operand<TFloat32> x) {
    Operand<TFloat32> kernel = filled(tf, values.get(kernelName()));
    Operand<TFloat32> product = precision(values).product(tf, x, kernel);
    return tf.math.add(
        fillsUp()
            ? tf.slice(product, tf.constant(new int[] {0, 0}), tf.constant(new int[] {-1, outputs}))
            : product,
        values.get(biasName()));
  }

  /**
   * Adds the layer with the inputs of each draw scaled: {@code (x * s) W + b = x (diag(s) W) + b}.
   * With many more rows than inputs that is cheaper than to scale x, and to sum the gradient by s
   * over its rows.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param x {@code [K, n, inputs]}
   * @param scales s, {@code [K, inputs, 1]}
   * @return {@code [K, n, outputs]}
   */
  public Operand<TFloat32> applyScaled(
      Ops tf, ParameterValues values, Operand<TFloat32> x, Operand<TFloat32> scales) {
    Operand<TFloat32> kernels =
        tf.math.mul(tf.expandDims(filled(tf, values.get(kernelName())), tf.constant(0)), scales);
    Operand<TFloat32> product = precision(values).products(tf, x, kernels);
    return tf.math.add(
        fillsUp()
            ? tf.slice(
                product, tf.constant(new int[] {0, 0, 0}), tf.constant(new int[] {-1, -1, outputs}))
            : product,
        values.get(biasName()));
  }

  private Precision precision(ParameterValues values) {
    return inputs >= NARROWEST_TO_ROUND && outputs >= NARROWEST_TO_ROUND
        ? values.precision()
        : Precision.FLOAT32;
  }

  /**
   * XLA makes a loop over single numbers, strided for the gradient, of a product with a kernel of
   * one column; one filled up with zeros to a vector register stays a matrix product. This pays off
   * for long sums.
   */
  private boolean fillsUp() {
    return outputs == 1 && inputs >= FEWEST_INPUTS_TO_FILL;
  }

  private Operand<TFloat32> filled(Ops tf, Operand<TFloat32> kernel) {
    return fillsUp()
        ? tf.pad(
            kernel, tf.constant(new int[][] {{0, 0}, {0, FILLED_OUTPUTS - 1}}), tf.constant(0f))
        : kernel;
  }

  /**
   * The layers of a stack, named {@code prefix/0, prefix/1, ...}.
   *
   * @param prefix of the names
   * @param widths sizes from the input to the output, at least two
   * @param kernel law of the first kernels
   */
  public static List<Dense> stack(String prefix, List<Integer> widths, Initializer kernel) {
    return java.util.stream.IntStream.range(0, widths.size() - 1)
        .mapToObj(i -> new Dense(prefix + "/" + i, widths.get(i), widths.get(i + 1), kernel))
        .toList();
  }
}
