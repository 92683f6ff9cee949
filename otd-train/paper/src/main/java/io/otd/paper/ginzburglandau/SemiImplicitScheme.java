// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import java.util.Arrays;

/**
 * Steps in time, diffusion implicit and the rest explicit: {@code (I - Delta t epsilon^2 Delta_h)
 * u^{n+1} = u^n + Delta t (mu u^n - (u^n)^3 + f_mu)}, from {@code u^0 = 0.05 f_mu + 0.15 sqrt(mu)}
 * (paper, "Data generation").
 */
final class SemiImplicitScheme {
  private final GinzburgLandau equation;
  private final double mu;
  private final NeumannLaplacian laplacian;
  private final ImplicitDiffusion diffusion;
  private final double[] forcing;
  private double[] field;
  private double[] next;

  /**
   * Before the first step.
   *
   * @param equation with grid and time step
   * @param mu inside [0, 1]
   */
  SemiImplicitScheme(GinzburgLandau equation, double mu) {
    CellGrid grid = new CellGrid(equation.grid());
    this.equation = equation;
    this.mu = mu;
    this.laplacian = new NeumannLaplacian(grid);
    this.diffusion =
        new ImplicitDiffusion(
            laplacian, equation.timeStep() * equation.epsilon() * equation.epsilon());
    this.forcing = new Forcing(mu).on(grid);
    this.field = Arrays.stream(forcing).map(f -> .05 * f + .15 * Math.sqrt(mu)).toArray();
    this.next = new double[field.length];
  }

  /** A copy of u now, {@code [N * N]}. */
  double[] field() {
    return field.clone();
  }

  /**
   * One step.
   *
   * @return {@code max |u^{n+1} - u^n|}
   */
  double step() {
    for (int g = 0; g < field.length; g++) {
      next[g] = field[g] + equation.timeStep() * reaction(g);
    }
    diffusion.solve(next);
    double change = 0;
    for (int g = 0; g < field.length; g++) {
      change = Math.max(change, Math.abs(next[g] - field[g]));
    }
    double[] last = field;
    field = next;
    next = last;
    return change;
  }

  /** {@code mu u - u^3 + f_mu} at a point. */
  private double reaction(int g) {
    double u = field[g];
    return mu * u - u * u * u + forcing[g];
  }

  /** {@code r_eq = max |epsilon^2 Delta_h u + mu u - u^3 + f_mu|} now. */
  double residual() {
    double squared = equation.epsilon() * equation.epsilon();
    double[] curvature = laplacian.of(field);
    double largest = 0;
    for (int g = 0; g < field.length; g++) {
      largest = Math.max(largest, Math.abs(squared * curvature[g] + reaction(g)));
    }
    return largest;
  }
}
