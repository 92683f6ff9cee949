// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.CompiledFunction;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.FunctionResult;
import io.otd.core.internal.graph.Loop;
import io.otd.core.internal.graph.LoopValues;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.layer.Precision;
import java.util.List;
import java.util.Map;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * Matrix products of single-precision numbers one after another, {@code X <- X W} with X {@code
 * [rows, width]} and W {@code [width, width]}, compiled as the training program is: how fast the
 * machine multiplies where nothing else is done. W is the identity, so the numbers do not change.
 */
public final class MatrixProducts implements AutoCloseable {
  private static final String COUNT = "count";
  private static final String LEFT = "x";
  private static final String RIGHT = "w";
  private static final String MEAN = "mean";

  private final int rows;
  private final int width;
  private final CompiledFunction function;
  private final TFloat32 left;
  private final TFloat32 right;

  /**
   * Builds the program.
   *
   * @param rows of X, at least 1
   * @param width of both matrices, at least 1
   * @param precision of the products; in mixed precision X is rounded in each
   * @param compiler of its functions
   */
  public MatrixProducts(int rows, int width, Precision precision, Compiler compiler) {
    if (rows < 1 || width < 1) {
      throw new IllegalArgumentException(
          "product: [%s, %s] (expected: at least [1, 1])".formatted(rows, width));
    }
    this.rows = rows;
    this.width = width;
    this.function =
        compiler.function(
            List.of(MatrixProducts.class, rows, width, precision),
            () -> build(rows, width, precision));
    float[] identity = new float[width * width];
    for (int i = 0; i < width; i++) {
      identity[i * width + i] = 1;
    }
    float[] ones = new float[rows * width];
    java.util.Arrays.fill(ones, 1);
    this.left = Tensors.of(ones, rows, width);
    this.right = Tensors.of(identity, width, width);
  }

  private static ConcreteFunction build(int rows, int width, Precision precision) {
    try (FunctionBuilder function = new FunctionBuilder("products")) {
      Ops tf = function.tf();
      Operand<TInt32> count = function.input(COUNT, TInt32.class, Shape.scalar());
      Operand<TFloat32> x = function.input(LEFT, TFloat32.class, Shape.of(rows, width));
      Operand<TFloat32> w = function.input(RIGHT, TFloat32.class, Shape.of(width, width));
      LoopValues end =
          new Loop(tf, "product", count)
              .state(LEFT, x, rows, width)
              .invariant(RIGHT, w, width, width)
              .add(
                  (body, index, in) ->
                      LoopValues.of(
                          LEFT, precision.product(body, in.floats(LEFT), in.floats(RIGHT))));
      function.output(MEAN, tf.math.mean(end.floats(LEFT), tf.constant(new int[] {0, 1})));
      return function.build();
    }
  }

  /** Floating point operations of one product: a multiplication and an addition a term. */
  public double operations() {
    return 2.0 * rows * width * width;
  }

  /**
   * Multiplies.
   *
   * @param count products, at least 1
   * @return mean of the last product: 1
   */
  public float run(int count) {
    try (TInt32 passes = Tensors.scalar(count);
        FunctionResult result = function.call(Map.of(COUNT, passes, LEFT, left, RIGHT, right))) {
      return result.floats(MEAN)[0];
    }
  }

  @Override
  public void close() {
    function.close();
    left.close();
    right.close();
  }
}
