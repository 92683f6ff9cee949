// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import io.otd.core.internal.check.Check;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The equation {@code du/dt = epsilon^2 Delta u + mu u - u^3 + f_mu} with no flux through the walls
 * of the unit square, and how its equilibria are found (paper, "Data generation").
 *
 * @param grid N cells along each side, from 2 to 4096
 * @param epsilon above 0
 * @param timeStep Delta t, above 0
 * @param tolerance on the largest change of a step at which it is an equilibrium, above 0
 * @param checkEvery number of steps between checks of the change, at least 1
 * @param mostSteps at least 1
 */
public record GinzburgLandau(
    int grid, double epsilon, double timeStep, double tolerance, int checkEvery, int mostSteps) {
  /** As in the paper. */
  public static final GinzburgLandau PAPER = new GinzburgLandau(64, .04, .2, 1e-6, 25, 12_000);

  /** Maximum number of cells along a side. */
  public static final int LARGEST_GRID = CellGrid.LARGEST;

  /** Checks the ranges. */
  public GinzburgLandau {
    new CellGrid(grid);
    Check.positive("epsilon", epsilon);
    Check.positive("time step", timeStep);
    Check.positive("tolerance", tolerance);
    Check.positive("check every", checkEvery);
    Check.positive("max steps", mostSteps);
  }

  /** The same equation on another grid. */
  public GinzburgLandau withGrid(int cells) {
    return new GinzburgLandau(cells, epsilon, timeStep, tolerance, checkEvery, mostSteps);
  }

  /** The points of the grid, {@code [N * N][2]}, in the order of a field. */
  public double[][] coordinates() {
    return new CellGrid(grid).coordinates();
  }

  /**
   * Steps until nothing changes any more.
   *
   * @param mu inside [0, 1]
   * @param stop whether to stop, called at each check
   * @return where it ended; nothing if it was to stop
   */
  public Optional<Equilibrium> solve(double mu, BooleanSupplier stop) {
    SemiImplicitScheme scheme = new SemiImplicitScheme(this, mu);
    double change = Double.POSITIVE_INFINITY;
    int steps = 0;
    while (steps < mostSteps && !(steps % checkEvery == 0 && change < tolerance)) {
      if (steps % checkEvery == 0 && stop.getAsBoolean()) {
        return Optional.empty();
      }
      change = scheme.step();
      steps++;
    }
    boolean converged = steps % checkEvery == 0 && change < tolerance;
    return Optional.of(
        new Equilibrium(mu, scheme.field(), steps, change, scheme.residual(), converged));
  }
}
