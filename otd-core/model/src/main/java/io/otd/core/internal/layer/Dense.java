// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import io.otd.core.internal.graph.Rematerialization;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.train.BatchMatMul;
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
  /** Numbers of a vector register, to which a kernel of one column is padded. */
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
    return tf.math.add(product(tf, values, x), values.get(biasName()));
  }

  /**
   * Adds the layer without its bias.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param x {@code [rows, inputs]}
   * @return {@code [rows, outputs]}
   */
  public Operand<TFloat32> product(Ops tf, ParameterValues values, Operand<TFloat32> x) {
    Operand<TFloat32> kernel = values.get(kernelName());
    return fillsUp()
        ? firstColumn(tf, precision(values).product(tf, x, filled(tf, kernel)))
        : precision(values).product(tf, x, kernel);
  }

  /**
   * Adds the layer without its bias, the inputs of each draw scaled: {@code (x * s) W = x (diag(s)
   * W)}. With many more rows than inputs that is cheaper than to scale x, and to sum the gradient
   * by s over its rows.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param x {@code [K, n, inputs]}
   * @param scales s, {@code [K, inputs, 1]}
   * @return {@code [K, n, outputs]}
   */
  public Operand<TFloat32> scaledProduct(
      Ops tf, ParameterValues values, Operand<TFloat32> x, Operand<TFloat32> scales) {
    Operand<TFloat32> kernels =
        tf.math.mul(tf.expandDims(values.get(kernelName()), tf.constant(0)), scales);
    return fillsUp()
        ? oneColumn(tf, values, x, kernels)
        : precision(values).products(tf, x, kernels);
  }

  /**
   * Products with one column each. Where the units are many, their gradient is not a matrix product
   * that is written and read again, but a factor in the loop that needs it.
   */
  private Operand<TFloat32> oneColumn(
      Ops tf, ParameterValues values, Operand<TFloat32> x, Operand<TFloat32> kernels) {
    Operand<TFloat32> product =
        firstColumn(tf, precision(values).products(tf, x, filled(tf, kernels)));
    return values
        .rematerialization()
        .filter(cut -> Rematerialization.pays(x))
        .map(
            cut ->
                cut.add(
                    tf,
                    List.of(x, kernels),
                    product,
                    gradient ->
                        List.of(
                            tf.math.mul(
                                gradient,
                                tf.linalg.transpose(kernels, tf.constant(new int[] {0, 2, 1}))),
                            firstColumn(
                                tf,
                                tf.train.batchMatMul(
                                    x,
                                    filled(tf, gradient),
                                    TFloat32.class,
                                    BatchMatMul.adjX(true))))))
        .orElse(product);
  }

  /**
   * The gradient by the bias: a sum over all rows, as the products are computed.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param gradient by the layer's output, {@code [K, n, outputs]}
   * @return {@code [outputs]}
   */
  public Operand<TFloat32> biasGradient(
      Ops tf, ParameterValues values, Operand<TFloat32> gradient) {
    return tf.reduceSum(precision(values).sums(tf, gradient), tf.constant(0));
  }

  private Precision precision(ParameterValues values) {
    return inputs >= NARROWEST_TO_ROUND && outputs >= NARROWEST_TO_ROUND
        ? values.precision()
        : Precision.FLOAT32;
  }

  /**
   * XLA makes a loop over single numbers, strided for the gradient, of a product with a kernel of
   * one column; one padded with zeros to a vector register stays a matrix product. This pays off
   * for long sums.
   */
  private boolean fillsUp() {
    return outputs == 1 && inputs >= FEWEST_INPUTS_TO_FILL;
  }

  /** {@code [..., n, 1]} with columns of zeros added. */
  private static Operand<TFloat32> filled(Ops tf, Operand<TFloat32> column) {
    int[][] added = new int[column.shape().numDimensions()][2];
    added[added.length - 1][1] = FILLED_OUTPUTS - 1;
    return tf.pad(column, tf.constant(added), tf.constant(0f));
  }

  /** Of {@code [..., n, m]}, {@code [..., n, 1]}. */
  private static Operand<TFloat32> firstColumn(Ops tf, Operand<TFloat32> products) {
    int[] size = new int[products.shape().numDimensions()];
    Arrays.fill(size, -1);
    size[size.length - 1] = 1;
    return tf.slice(products, tf.constant(new int[size.length]), tf.constant(size));
  }

  /**
   * The layers of a stack, named {@code prefix/0, prefix/1, ...}.
   *
   * @param widths sizes from the input to the output, at least two
   * @param kernel law of the first kernels
   */
  public static List<Dense> stack(String prefix, List<Integer> widths, Initializer kernel) {
    return java.util.stream.IntStream.range(0, widths.size() - 1)
        .mapToObj(i -> new Dense(prefix + "/" + i, widths.get(i), widths.get(i + 1), kernel))
        .toList();
  }
}
