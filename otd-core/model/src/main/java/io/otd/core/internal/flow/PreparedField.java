// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Dense;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The kernels of a velocity field, prepared for the small products of a flow: transposed, so that
 * they multiply from the left, the time column separate, and hidden widths zero-padded to multiples
 * of {@value #GROUP}. Compiled products of two or three rows cost more than those of four.
 *
 * @param activation of the hidden layers
 * @param arrays spatial kernel {@code [w_0, d_z]}, time column {@code [w_0, 1]} and bias {@code
 *     [w_0, 1]} of the first layer, then kernel {@code [w_i, w_(i-1)]} and bias {@code [w_i, 1]} of
 *     each further layer
 * @param shapes of the arrays
 */
record PreparedField(Activation activation, List<Operand<TFloat32>> arrays, List<long[]> shapes) {
  private static final int GROUP = 4;

  static PreparedField of(Ops tf, VelocityField field, ParameterValues values, int width) {
    List<Operand<TFloat32>> arrays = new ArrayList<>();
    List<long[]> shapes = new ArrayList<>();
    List<Dense> layers = field.layers(width);
    int inputs = width;
    for (int i = 0; i < layers.size(); i++) {
      Dense layer = layers.get(i);
      boolean last = i == layers.size() - 1;
      int outputs = last ? layer.outputs() : (layer.outputs() + GROUP - 1) / GROUP * GROUP;
      Operand<TFloat32> kernel = values.get(layer.kernelName());
      if (i == 0) {
        add(tf, arrays, shapes, rows(tf, kernel, 0, width, layer), width, inputs, layer, outputs);
        add(tf, arrays, shapes, rows(tf, kernel, width, 1, layer), 1, 1, layer, outputs);
      } else {
        add(tf, arrays, shapes, kernel, layer.inputs(), inputs, layer, outputs);
      }
      Operand<TFloat32> bias = tf.expandDims(values.get(layer.biasName()), tf.constant(0));
      add(tf, arrays, shapes, bias, 1, 1, layer, outputs);
      inputs = outputs;
    }
    return new PreparedField(field.activation(), List.copyOf(arrays), List.copyOf(shapes));
  }

  /** Transposes {@code [rows, layer.outputs]} and fills it up to {@code [outputs, inputs]}. */
  private static void add(
      Ops tf,
      List<Operand<TFloat32>> arrays,
      List<long[]> shapes,
      Operand<TFloat32> array,
      int rows,
      int inputs,
      Dense layer,
      int outputs) {
    Operand<TFloat32> transposed = tf.linalg.transpose(array, tf.constant(new int[] {1, 0}));
    int[][] padding = {{0, outputs - layer.outputs()}, {0, inputs - rows}};
    arrays.add(
        padding[0][1] + padding[1][1] == 0
            ? transposed
            : tf.pad(transposed, tf.constant(padding), tf.constant(0f)));
    shapes.add(new long[] {outputs, inputs});
  }

  private static Operand<TFloat32> rows(
      Ops tf, Operand<TFloat32> kernel, int from, int count, Dense layer) {
    return tf.slice(
        kernel, tf.constant(new int[] {from, 0}), tf.constant(new int[] {count, layer.outputs()}));
  }

  /** The same field with its arrays as passed to a loop's body. */
  PreparedField with(List<Operand<TFloat32>> inside) {
    return new PreparedField(activation, List.copyOf(inside), shapes);
  }

  /** The kernels of the products, transposed: {@code [w_(i-1), w_i]}. */
  List<Operand<TFloat32>> transposed(Ops tf) {
    List<Operand<TFloat32>> kernels = new ArrayList<>();
    for (int i : kernels()) {
      kernels.add(tf.linalg.transpose(arrays.get(i), tf.constant(new int[] {1, 0})));
    }
    return kernels;
  }

  /** Shapes of the transposed kernels. */
  List<long[]> transposedShapes() {
    return IntStream.of(kernels())
        .mapToObj(i -> new long[] {shapes.get(i)[1], shapes.get(i)[0]})
        .toList();
  }

  /** Places of the kernels among the arrays. */
  private int[] kernels() {
    return IntStream.concat(
            IntStream.of(0), IntStream.iterate(3, i -> i < shapes.size(), i -> i + 2))
        .toArray();
  }

  /**
   * Adds the velocity of the logits, {@code [d_z, K]}, with what its gradient needs.
   *
   * @param masks z, {@code [d_z, K]}
   * @param time t, scalar
   */
  FieldPass pass(Ops tf, Operand<TFloat32> masks, Operand<TFloat32> time) {
    List<Operand<TFloat32>> inputs = new ArrayList<>(List.of(masks));
    List<Operand<TFloat32>> outputs = new ArrayList<>();
    Operand<TFloat32> shift = tf.math.add(arrays.get(2), tf.math.mul(arrays.get(1), time));
    outputs.add(tf.math.add(tf.linalg.matMul(arrays.get(0), masks), shift));
    for (int i = 3; i < arrays.size(); i += 2) {
      Operand<TFloat32> input = activation.apply(tf, outputs.get(outputs.size() - 1));
      inputs.add(input);
      outputs.add(tf.math.add(tf.linalg.matMul(arrays.get(i), input), arrays.get(i + 1)));
    }
    return new FieldPass(this, time, inputs, outputs);
  }
}
