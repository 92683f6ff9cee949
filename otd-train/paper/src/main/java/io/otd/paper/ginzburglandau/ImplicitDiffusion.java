// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import org.jtransforms.dct.DoubleDCT_1D;

/**
 * Solves {@code (I - a Delta_h) u = b} exactly: the cosine transform (DCT-II) diagonalises the
 * Laplacian with no flux through the walls (Strang 1999, "The Discrete Cosine Transform", SIAM
 * Review 41). Holds working memory: for one thread.
 *
 * @implNote The library's two-dimensional transform starts its own threads for large grids; one row
 *     after another in one thread is as fast, and the cases already run in parallel.
 */
final class ImplicitDiffusion {
  private final int size;
  private final DoubleDCT_1D transform;
  private final double[] factors;

  /**
   * Prepares the solution.
   *
   * @param laplacian the discrete Laplacian
   * @param coefficient a, at least 0, finite
   */
  ImplicitDiffusion(NeumannLaplacian laplacian, double coefficient) {
    if (!(coefficient >= 0 && coefficient < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "coefficient: " + coefficient + " (expected: >= 0, finite)");
    }
    size = laplacian.grid().size();
    transform = new DoubleDCT_1D(size);
    factors = new double[size * size];
    for (int k = 0; k < size; k++) {
      for (int l = 0; l < size; l++) {
        double eigenvalue = laplacian.eigenvalue(k) + laplacian.eigenvalue(l);
        factors[k * size + l] = 1 / (1 - coefficient * eigenvalue);
      }
    }
  }

  /**
   * Solves in place.
   *
   * @param field b, {@code [N * N]}; afterwards u
   */
  void solve(double[] field) {
    forward(field);
    transpose(field);
    forward(field);
    for (int i = 0; i < field.length; i++) {
      field[i] *= factors[i]; // the same for both orders of the axes
    }
    inverse(field);
    transpose(field);
    inverse(field);
  }

  private void forward(double[] field) {
    for (int row = 0; row < field.length; row += size) {
      transform.forward(field, row, true);
    }
  }

  private void inverse(double[] field) {
    for (int row = 0; row < field.length; row += size) {
      transform.inverse(field, row, true);
    }
  }

  private void transpose(double[] field) {
    for (int i = 1; i < size; i++) {
      for (int j = 0; j < i; j++) {
        double above = field[j * size + i];
        field[j * size + i] = field[i * size + j];
        field[i * size + j] = above;
      }
    }
  }
}
