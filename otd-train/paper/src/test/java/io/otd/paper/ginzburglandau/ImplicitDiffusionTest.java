// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImplicitDiffusionTest {
  private static final double COEFFICIENT = .37;

  /**
   * Powers of two, powers of small primes, and primes: the transform uses different algorithms for
   * them.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 12, 17, 45, 64})
  void the_solution_satisfies_the_discretised_equation(int size) {
    NeumannLaplacian laplacian = new NeumannLaplacian(new CellGrid(size));
    double[] b = new Random(size).doubles(size * size, -1, 1).toArray();
    double[] u = b.clone();
    new ImplicitDiffusion(laplacian, COEFFICIENT).solve(u);
    double[] curvature = laplacian.of(u);
    double sum = 0;
    for (int g = 0; g < u.length; g++) {
      // The stencil multiplies roundings of u by 8 a N^2, here up to 1.2e4.
      assertThat(u[g] - COEFFICIENT * curvature[g]).isCloseTo(b[g], within(1e-11));
      sum += u[g] - b[g];
    }
    assertThat(sum).as("no flux: the integral stays").isCloseTo(0, within(1e-11));
  }

  /** {@code cos(pi k x) cos(pi l y)} at the centres is an eigenvector. */
  @Test
  void cosines_are_eigenvectors_of_the_stencil() {
    CellGrid grid = new CellGrid(10);
    NeumannLaplacian laplacian = new NeumannLaplacian(grid);
    double[][] points = grid.coordinates();
    double[] u = new double[grid.points()];
    for (int g = 0; g < u.length; g++) {
      u[g] = Math.cos(3 * Math.PI * points[g][0]) * Math.cos(7 * Math.PI * points[g][1]);
    }
    double[] applied = laplacian.of(u);
    double eigenvalue = laplacian.eigenvalue(3) + laplacian.eigenvalue(7);
    for (int g = 0; g < u.length; g++) {
      assertThat(applied[g]).isCloseTo(eigenvalue * u[g], within(1e-11));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void the_coefficient_is_checked(double bad) {
    NeumannLaplacian laplacian = new NeumannLaplacian(new CellGrid(4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ImplicitDiffusion(laplacian, bad))
        .withMessageStartingWith("coefficient: " + bad);
  }
}
