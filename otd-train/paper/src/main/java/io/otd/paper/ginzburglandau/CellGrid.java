// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import io.otd.core.internal.check.Check;

/**
 * The centres of {@code N x N} equal cells of the unit square, {@code x_i = (i + 1/2) / N}.
 *
 * @implNote The paper says "a 64 x 64 Cartesian grid". With cells the flux through the walls is
 *     exactly 0, and the cosine transform diagonalises the Laplacian.
 * @param size N, from 2 to {@value #LARGEST}
 */
record CellGrid(int size) {
  /** So that a field and its coordinates are arrays of a convenient size. */
  static final int LARGEST = 4096;

  /** Checks the range. */
  CellGrid {
    Check.that(size >= 2 && size <= LARGEST, "grid", size, "from 2 to %s", LARGEST);
  }

  /** {@code N * N}. */
  int points() {
    return size * size;
  }

  /** The coordinate {@code (i + 1/2) / N}. */
  double centre(int i) {
    return (i + .5) / size;
  }

  /** All points {@code (x_i, y_j)}, {@code [N * N][2]}. */
  double[][] coordinates() {
    double[][] result = new double[points()][];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[i * size + j] = new double[] {centre(i), centre(j)};
      }
    }
    return result;
  }
}
