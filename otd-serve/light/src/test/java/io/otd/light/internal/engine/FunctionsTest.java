// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.light.internal.tape.Opcode;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class FunctionsTest {
  /** A few ulps of 1 and of the value; a factor x multiplies the error by x. */
  private static void check(Opcode function, DoubleUnaryOperator expected) {
    for (float x = -12; x <= 12; x += 0.0371f) {
      float[] value = {x};
      Functions.apply(function, value, 1);
      double truth = expected.applyAsDouble(x);
      assertThat((double) value[0])
          .as("%s of %s", function, x)
          .isCloseTo(truth, within(4e-7 * (1 + Math.abs(truth)) + 3e-7 * Math.abs(x)));
    }
    float[] nan = {Float.NaN};
    Functions.apply(function, nan, 1);
    assertThat(nan[0]).isNaN();
  }

  @Test
  void each_function_matches_its_definition_to_single_precision() {
    check(Opcode.TANH, Math::tanh);
    check(Opcode.RELU, x -> Math.max(x, 0));
    check(Opcode.SILU, x -> x / (1 + Math.exp(-x)));
    check(Opcode.ELU, x -> x > 0 ? x : Math.expm1(x));
    check(Opcode.SOFTPLUS, x -> Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))));
    check(
        Opcode.GELU_TANH,
        x -> x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x))));
    check(Opcode.GELU_ERF, x -> x * normal(x));
  }

  /** Values of a table. */
  @Test
  void the_inverse_error_function_is_infinite_at_its_ends_and_undefined_beyond() {
    float[] y = {0, .5f, -.5f, 1, -1, 2, Float.NaN};
    Functions.apply(Opcode.ERFINV, y, y.length);
    assertThat(y[0]).isZero();
    assertThat((double) y[1]).isCloseTo(0.4769362762044699, within(1e-7));
    assertThat((double) y[2]).isCloseTo(-0.4769362762044699, within(1e-7));
    assertThat(y[3]).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(y[4]).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(y[5]).isNaN();
    assertThat(y[6]).isNaN();
  }

  /** The normal distribution function, by Simpson's rule. */
  private static double normal(double x) {
    int pieces = 2000;
    double step = x / pieces;
    double sum = 0;
    for (int i = 0; i <= pieces; i++) {
      double t = i * step;
      int weight = i == 0 || i == pieces ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * Math.exp(-t * t / 2);
    }
    return 0.5 + sum * step / 3 / Math.sqrt(2 * Math.PI);
  }

  @Test
  void the_normal_quantile_is_the_inverse_of_the_distribution_function() {
    for (double p = 1e-4; p < 1; p += 0.01237) {
      assertThat(normal(NormalQuantile.of(p))).isCloseTo(p, within(1e-9));
    }
    // Tables of the normal distribution.
    assertThat(NormalQuantile.of(0.975)).isCloseTo(1.959963984540054, within(1e-14));
    assertThat(NormalQuantile.of(1e-12)).isCloseTo(-7.034483825301131, within(1e-10));
  }

  /** Words of the known-answer test of Salmon et al. for Philox 4x32-10, key and counter 0. */
  @Test
  void random_bits_are_the_published_philox_words() {
    assertThat(PhiloxWords.draw(0, 4))
        .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  }
}
