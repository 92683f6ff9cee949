// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

/**
 * The five-point Laplacian on cells with no flux through the walls: the cell beyond a wall has the
 * value of the cell before it.
 *
 * @param grid of N x N cells
 */
record NeumannLaplacian(CellGrid grid) {
  /**
   * Applies it.
   *
   * @param u a field, {@code [N * N]}
   * @return {@code Delta_h u}, {@code [N * N]}
   */
  double[] of(double[] u) {
    int n = grid.size();
    double perArea = (double) n * n;
    double[] result = new double[u.length];
    for (int i = 0; i < n; i++) {
      int row = i * n;
      int before = Math.max(0, i - 1) * n;
      int after = Math.min(n - 1, i + 1) * n;
      for (int j = 0; j < n; j++) {
        double neighbours =
            u[before + j]
                + u[after + j]
                + u[row + Math.max(0, j - 1)]
                + u[row + Math.min(n - 1, j + 1)];
        result[row + j] = perArea * (neighbours - 4 * u[row + j]);
      }
    }
    return result;
  }

  /**
   * The eigenvalue of {@code cos(pi k x)} along one axis, {@code -4 N^2 sin^2(pi k / (2 N))}; those
   * of {@code cos(pi k x) cos(pi l y)} are the sums of two.
   *
   * @param k frequency, from 0 to N - 1
   */
  double eigenvalue(int k) {
    double sine = Math.sin(Math.PI * k / (2.0 * grid.size()));
    return -4.0 * grid.size() * grid.size() * sine * sine;
  }
}
