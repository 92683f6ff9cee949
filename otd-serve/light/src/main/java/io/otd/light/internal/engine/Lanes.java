// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/** Arithmetic on lanes: arrays of which the first n numbers count. */
final class Lanes {
  private Lanes() {}

  /** {@code x *= y}. */
  static void multiply(float[] x, float[] y, int n) {
    for (int k = 0; k < n; k++) {
      x[k] *= y[k];
    }
  }

  /** {@code x += y}. */
  static void add(float[] x, float[] y, int n) {
    for (int k = 0; k < n; k++) {
      x[k] += y[k];
    }
  }

  /** {@code x += w y}, y from a place on. */
  static void addScaled(float[] x, float[] y, int from, float w, int n) {
    for (int k = 0; k < n; k++) {
      x[k] += w * y[from + k];
    }
  }

  /**
   * A kernel in the form for {@link AffineKernel}.
   *
   * @param kernel {@code [rows][columns]}, row-major
   * @param rows how many
   * @return {@code [columns][rows]}, row-major
   */
  static float[] transposed(float[] kernel, int rows, int columns) {
    float[] result = new float[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result[j * rows + i] = kernel[i * columns + j];
      }
    }
    return result;
  }
}
