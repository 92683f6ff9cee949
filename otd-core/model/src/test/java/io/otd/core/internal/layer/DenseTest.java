// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** One affine layer in both precisions; the oracle is a sum in double precision. */
class DenseTest {
  private static final int ROWS = 5;

  /**
   * A unit in the last place of bfloat16, which has 8 significant bits: kernels round sums to
   * nearest or towards zero.
   */
  private static final double UNIT = 1 / 128.0;

  /** A single-precision product of at most 70 terms. */
  private static final double SINGLE = 70 * 0x1p-24;

  private interface Runner
      extends Function<Function<Ops, List<? extends Operand<TFloat32>>>, List<float[]>> {}

  static Stream<Arguments> layers() {
    Runner plain = GraphRun::plain;
    Runner compiled = GraphRun::compiled;
    return Stream.of(plain, compiled)
        .flatMap(
            run ->
                Stream.of(Precision.values())
                    .flatMap(
                        p ->
                            Stream.of(
                                Arguments.of(run, p, 40, 33),
                                Arguments.of(run, p, 31, 64),
                                Arguments.of(run, p, 64, 1))));
  }

  private static float[] numbers(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (random.nextDouble() * 2 - 1);
    }
    return values;
  }

  /** Rounds to 8 significant bits, to nearest even. */
  private static float bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    return Float.intBitsToFloat((bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000);
  }

  private static float[] rounded(float[] values, boolean round) {
    float[] result = values.clone();
    for (int i = 0; round && i < result.length; i++) {
      result[i] = bfloat16(result[i]);
    }
    return result;
  }

  /** Sums {@code a[i, k] b[k, j]}, with either operand transposed on request. */
  private static double[] product(
      float[] a, boolean aT, float[] b, boolean bT, int rows, int terms, int columns) {
    double[] result = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < terms; k++) {
          result[i * columns + j] +=
              (double) a[aT ? k * rows + i : i * terms + k]
                  * b[bT ? j * terms + k : k * columns + j];
        }
      }
    }
    return result;
  }

  /** The terms are sums of numbers up to 1; the bound covers the sum and its rounding. */
  private static void assertProduct(float[] got, double[] want, boolean round) {
    assertThat(got).hasSameSizeAs(want);
    for (int i = 0; i < want.length; i++) {
      double bound = 70 * SINGLE + (round ? UNIT * Math.abs(want[i]) : 0);
      assertThat((double) got[i]).isBetween(want[i] - bound, want[i] + bound);
    }
    boolean allRounded = Arrays.equals(got, rounded(got, true));
    assertThat(allRounded).as("all of 8 significant bits").isEqualTo(round);
  }

  @ParameterizedTest
  @MethodSource("layers")
  void products_of_wide_layers_and_their_gradients_have_the_requested_precision(
      Runner run, Precision precision, int inputs, int outputs) {
    boolean round = precision == Precision.MIXED && inputs >= 32 && outputs >= 32;
    Dense layer = new Dense("d", inputs, outputs, Initializer.HE_NORMAL);
    float[] x = numbers(ROWS * inputs, 1);
    float[] kernel = numbers(inputs * outputs, 2);
    float[] adjoint = numbers(ROWS * outputs, 3);
    List<float[]> got =
        run.apply(
            tf -> {
              Operand<TFloat32> in = GraphRun.constant(tf, x, ROWS, inputs);
              Operand<TFloat32> w = GraphRun.constant(tf, kernel, inputs, outputs);
              ParameterValues values =
                  ParameterValues.of(
                          layer.parameters(), List.of(w, tf.constant(new float[outputs])))
                      .with(precision);
              Operand<TFloat32> y = layer.apply(tf, values, in);
              Operand<TFloat32> g = GraphRun.constant(tf, adjoint, ROWS, outputs);
              return Stream.concat(
                      Stream.of(y),
                      Gradients.of(
                          tf, List.of(y), List.of(g), List.of(in, w), List.of("x", "kernel"))
                          .stream())
                  .toList();
            });
    float[] a = rounded(x, round);
    float[] b = rounded(kernel, round);
    float[] g = rounded(adjoint, round);
    assertProduct(got.get(0), product(a, false, b, false, ROWS, inputs, outputs), round);
    assertProduct(got.get(1), product(g, false, b, true, ROWS, outputs, inputs), round);
    assertProduct(got.get(2), product(a, true, g, false, inputs, ROWS, outputs), round);
  }

  @ParameterizedTest
  @MethodSource("layers")
  void products_with_scaled_inputs_have_the_requested_precision(
      Runner run, Precision precision, int inputs, int outputs) {
    boolean round = precision == Precision.MIXED && inputs >= 32 && outputs >= 32;
    Dense layer = new Dense("d", inputs, outputs, Initializer.HE_NORMAL);
    float[] x = numbers(ROWS * inputs, 4);
    float[] kernel = numbers(inputs * outputs, 5);
    float[] scales = numbers(inputs, 6);
    float[] got =
        run.apply(
                tf ->
                    List.of(
                        layer.scaledProduct(
                            tf,
                            ParameterValues.of(
                                    layer.parameters(),
                                    List.of(
                                        GraphRun.constant(tf, kernel, inputs, outputs),
                                        tf.constant(new float[outputs])))
                                .with(precision),
                            GraphRun.constant(tf, x, 1, ROWS, inputs),
                            GraphRun.constant(tf, scales, 1, inputs, 1))))
            .get(0);
    float[] scaled = new float[kernel.length];
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = kernel[i] * scales[i / outputs];
    }
    assertProduct(
        got,
        product(rounded(x, round), false, rounded(scaled, round), false, ROWS, inputs, outputs),
        round);
  }

  @ParameterizedTest
  @MethodSource("layers")
  void the_bias_gradient_has_the_requested_precision(
      Runner run, Precision precision, int inputs, int outputs) {
    boolean round = precision == Precision.MIXED && inputs >= 32 && outputs >= 32;
    Dense layer = new Dense("d", inputs, outputs, Initializer.HE_NORMAL);
    float[] gradient = numbers(ROWS * outputs, 7);
    float[] got =
        run.apply(
                tf ->
                    List.of(
                        layer.biasGradient(
                            tf,
                            new ParameterValues(Map.of()).with(precision),
                            GraphRun.constant(tf, gradient, 1, ROWS, outputs))))
            .get(0);
    float[] ones = new float[ROWS];
    Arrays.fill(ones, 1);
    assertProduct(
        got, product(ones, false, rounded(gradient, round), false, 1, ROWS, outputs), round);
  }
}
