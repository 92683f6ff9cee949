// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void every_sum_is_that_of_double_precision_up_to_rounding(int inputs, int outputs, int n) {
    SplittableRandom random = new SplittableRandom(inputs + 100L * outputs + 10_000L * n);
    float[][] in = numbers(random, inputs, n);
    float[] kernel = numbers(random, 1, inputs * outputs)[0];
    float[] bias = numbers(random, 1, outputs)[0];
    float[][] out = numbers(random, outputs, n + 3);
    float[] beyond = out[0].clone();
    for (int j = 0; j < outputs; j++) {
      AffineKernel.unit(in, inputs, kernel, j, bias[j], out[j], n);
    }
    for (int j = 0; j < outputs; j++) {
      for (int k = 0; k < n; k++) {
        double exact = bias[j];
        for (int i = 0; i < inputs; i++) {
          exact += (double) kernel[j * inputs + i] * in[i][k];
        }
        // 65 numbers of at most 1 round by less than 65 * 65 * 2^-24 = 2.5e-4; typically 1e-6.
        assertThat((double) out[j][k]).isCloseTo(exact, within(1e-5));
      }
    }
    assertThat(Arrays.copyOfRange(out[0], n, n + 3))
        .isEqualTo(Arrays.copyOfRange(beyond, n, n + 3));
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
