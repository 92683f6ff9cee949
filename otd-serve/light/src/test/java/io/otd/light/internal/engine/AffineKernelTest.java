// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** These tests run in a JVM that has the Vector API. */
class AffineKernelTest {
  @ParameterizedTest
  @CsvSource({
    "64, 64, 256",
    "8, 64, 256",
    "64, 1, 256",
    "7, 5, 37",
    "3, 4, 1",
    "1, 6, 70",
    "5, 9, 33"
  })
  void the_vector_kernel_is_bit_identical_to_plain_loops(int inputs, int outputs, int n) {
    assertThat(AffineKernel.FASTEST.getClass().getSimpleName()).isEqualTo("VectorKernel");
    SplittableRandom random = new SplittableRandom(inputs + 100L * outputs + 10_000L * n);
    float[][] in = numbers(random, inputs, n + 3);
    float[] kernel = numbers(random, 1, inputs * outputs)[0];
    float[] bias = numbers(random, 1, outputs)[0];
    float[][] vector = numbers(random, outputs, n + 3);
    float[][] plain = new float[outputs][];
    for (int j = 0; j < outputs; j++) {
      plain[j] = vector[j].clone();
    }
    AffineKernel.FASTEST.affine(in, inputs, kernel, bias, vector, n);
    new PlainKernel().affine(in, inputs, kernel, bias, plain, n);
    assertThat(vector).isDeepEqualTo(plain);
    double exact = bias[outputs - 1];
    for (int i = 0; i < inputs; i++) {
      exact += (double) kernel[(outputs - 1) * inputs + i] * in[i][n - 1];
    }
    assertThat((double) vector[outputs - 1][n - 1])
        .isCloseTo(exact, org.assertj.core.api.Assertions.within(1e-5));
  }

  private static float[][] numbers(SplittableRandom random, int rows, int columns) {
    float[][] numbers = new float[rows][columns];
    for (float[] row : numbers) {
      for (int k = 0; k < columns; k++) {
        row[k] = (float) random.nextDouble(-1, 1);
      }
    }
    return numbers;
  }
}
