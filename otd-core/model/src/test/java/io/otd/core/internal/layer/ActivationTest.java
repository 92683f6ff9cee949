// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Against the closed forms in double precision, in the curved region and far out. */
class ActivationTest {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Dyadic, so exact in float32; without 0, where some activations have a kink. */
  private static final float[] GRID = grid();

  private static float[] grid() {
    float[] far = {16, 20.5f, 33, 89, 104, 1024, 32768};
    float[] near = new float[96];
    for (int i = 0; i < near.length; i++) {
      near[i] = (i + 1) / 8f;
    }
    float[] grid = new float[2 * (near.length + far.length)];
    for (int i = 0; i < grid.length / 2; i++) {
      float x = i < near.length ? near[i] : far[i - near.length];
      grid[2 * i] = x;
      grid[2 * i + 1] = -x;
    }
    return grid;
  }

  private static DoubleUnaryOperator closedForm(Activation activation) {
    return switch (activation) {
      case GELU_TANH ->
          x -> 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      case GELU_ERF -> x -> x * NORMAL.cumulativeProbability(x);
      case RELU -> x -> Math.max(x, 0);
      case TANH -> Math::tanh;
      case SILU -> x -> x / (1 + Math.exp(-x));
      case ELU -> x -> x > 0 ? x : Math.expm1(x);
      case SOFTPLUS -> x -> Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
      case IDENTITY -> x -> x;
    };
  }

  private static List<float[]> valueAndGradient(
      Activation activation,
      float[] x,
      Function<Function<Ops, List<? extends Operand<TFloat32>>>, List<float[]>> run) {
    return run.apply(
        tf -> {
          Operand<TFloat32> in = tf.identity(tf.constant(x));
          Operand<TFloat32> out = tf.identity(activation.apply(tf, in));
          Operand<TFloat32> ones = tf.fill(tf.constant(new int[] {x.length}), tf.constant(1f));
          return List.of(
              out, Gradients.of(tf, List.of(out), List.of(ones), List.of(in), List.of("x")).get(0));
        });
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void values_and_slopes_match_the_closed_form(Activation activation) {
    List<float[]> got = valueAndGradient(activation, GRID, GraphRun::plain);
    check("plain", activation, got);
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void compiled_values_and_slopes_match_the_closed_form(Activation activation) {
    check("compiled", activation, valueAndGradient(activation, GRID, GraphRun::compiled));
  }

  /** Central differences of the closed form: error h^2 f''' / 6 and rounding, both under 1e-9. */
  private static void check(String how, Activation activation, List<float[]> got) {
    DoubleUnaryOperator f = closedForm(activation);
    double h = 1e-5;
    double[] values = new double[GRID.length];
    double[] slopes = new double[GRID.length];
    Arrays.setAll(values, i -> f.applyAsDouble(GRID[i]));
    Arrays.setAll(
        slopes,
        i -> {
          double up = GRID[i] + h;
          double down = GRID[i] - h;
          return (f.applyAsDouble(up) - f.applyAsDouble(down)) / (up - down);
        });
    // A few ulps of float32. The derivative of tanh is 1 - tanh^2; that of GELU multiplies its
    // rounding by up to 10 before it vanishes.
    assertNear(how + " " + activation, got.get(0), values, 1e-6);
    assertNear(how + " slope of " + activation, got.get(1), slopes, 5e-6);
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void derivatives_from_the_input_alone_match_the_slopes(Activation activation) {
    if (!activation.fromInput()) {
      GraphRun.plain(
          tf -> {
            assertThatThrownBy(() -> activation.derivative(tf, tf.constant(new float[] {1})))
                .isInstanceOf(UnsupportedOperationException.class);
            return List.of(tf.constant(0f));
          });
      return;
    }
    Function<Ops, List<? extends Operand<TFloat32>>> both =
        tf -> {
          Operand<TFloat32> in = tf.identity(tf.constant(GRID));
          return List.of(activation.apply(tf, in), activation.derivative(tf, in));
        };
    check("plain, of the input alone:", activation, GraphRun.plain(both));
    check("compiled, of the input alone:", activation, GraphRun.compiled(both));
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void value_and_slope_at_zero_are_as_documented(Activation activation) {
    List<float[]> got = valueAndGradient(activation, new float[] {0f}, GraphRun::plain);
    float slope =
        switch (activation) {
          case GELU_TANH, GELU_ERF, SILU, SOFTPLUS -> 0.5f;
          case RELU -> 0f;
          case TANH, ELU, IDENTITY -> 1f;
        };
    float value = activation == Activation.SOFTPLUS ? (float) Math.log(2) : 0f;
    assertThat(got.get(0)).containsExactly(value);
    assertThat(got.get(1)).containsExactly(slope);
  }

  @Test
  void activations_keep_the_shape() {
    for (Activation activation : Activation.values()) {
      GraphRun.plain(
          tf -> {
            Operand<TFloat32> x = tf.zeros(tf.constant(new int[] {2, 3, 4}), TFloat32.class);
            Operand<TFloat32> y = activation.apply(tf, x);
            assertThat(y.shape().asArray()).as(activation.name()).containsExactly(2, 3, 4);
            return List.of(y);
          });
    }
  }
}
