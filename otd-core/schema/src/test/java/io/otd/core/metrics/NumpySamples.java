// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import java.util.Arrays;

/**
 * Draws and observations that a few lines of NumPy reproduce, so that the expected numbers of a
 * test can be computed elsewhere:
 *
 * <pre>{@code
 * def lcg(seed, n):
 *     x = seed; out = []
 *     for _ in range(n):
 *         x = (x * 1103515245 + 12345) % 2**31; out.append((x >> 16) % 4096 / 512 - 4)
 *     return np.array(out)
 * s, y = lcg(1, 9*6*2).reshape(9, 6, 2), lcg(2, 6*2).reshape(6, 2)
 * }</pre>
 */
public final class NumpySamples {
  private static final int DRAWS = 9;
  private static final int ROWS = 6;
  private static final int OUTPUTS = 2;

  private NumpySamples() {}

  public static double[] lcg(long seed, int n) {
    double[] result = new double[n];
    long x = seed;
    for (int i = 0; i < n; i++) {
      x = (x * 1103515245L + 12345) % (1L << 31);
      result[i] = (x >> 16) % 4096 / 512.0 - 4;
    }
    return result;
  }

  /** s. */
  public static Draws draws() {
    return new Draws(DRAWS, ROWS, OUTPUTS, lcg(1, DRAWS * ROWS * OUTPUTS));
  }

  /** y. */
  public static double[][] observed() {
    return matrix(lcg(2, ROWS * OUTPUTS), OUTPUTS);
  }

  public static double[][] matrix(double[] values, int columns) {
    double[][] result = new double[values.length / columns][];
    Arrays.setAll(result, i -> Arrays.copyOfRange(values, i * columns, (i + 1) * columns));
    return result;
  }
}
