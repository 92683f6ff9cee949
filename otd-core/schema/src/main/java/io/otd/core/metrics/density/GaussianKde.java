// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

import io.otd.core.internal.check.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * The Gaussian kernel density {@code f(y) = 1/(K h sqrt(2 pi)) sum_k exp(-((y - y_k) / h)^2 / 2)}
 * of K draws of one output. Immutable.
 */
public final class GaussianKde {
  private final double[] draws;
  private final double bandwidth;

  /**
   * The density of draws.
   *
   * @param draws {@code [K]}, at least one, finite; copied
   * @param bandwidth h by these draws
   * @throws IllegalArgumentException if there are no draws or one is not finite
   */
  public GaussianKde(double[] draws, Bandwidth bandwidth) {
    if (draws.length == 0) {
      throw new IllegalArgumentException("draws: none (expected: at least one)");
    }
    for (double y : draws) {
      requireFinite("draw", y);
    }
    this.draws = draws.clone();
    this.bandwidth = bandwidth.of(this.draws);
  }

  /** h, in the draws' units. */
  public double bandwidth() {
    return bandwidth;
  }

  /**
   * {@code log f(y)}, finite also where f underflows: the largest kernel is factored out of the
   * sum.
   *
   * @param y finite
   * @return natural logarithm of the density, which is per unit of the draws
   * @throws IllegalArgumentException if y is not finite
   */
  public double logDensity(double y) {
    requireFinite("y", y);
    return KernelSum.logDensity(new double[][] {draws}, new double[] {bandwidth}, new double[] {y});
  }

  /**
   * {@code f(y)}, per unit of the draws.
   *
   * @param y finite
   * @throws IllegalArgumentException if y is not finite
   */
  public double density(double y) {
    return Math.exp(logDensity(y));
  }

  /**
   * The density at each point of a grid.
   *
   * @param grid {@code [G]}, finite
   * @return {@code [G]}
   * @throws IllegalArgumentException if a point is not finite
   */
  public double[] density(double[] grid) {
    double[] result = new double[grid.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = density(grid[i]);
    }
    return result;
  }

  /**
   * The modes seen on a grid: points where the density is larger than on both sides, the ends left
   * out; of a flat top, its middle.
   *
   * @param grid {@code [G]} ascending, finite, finer than the bandwidth
   * @param leastShare modes below this share of the largest density are left out; inside [0, 1]
   * @return in the order of the grid
   * @throws IllegalArgumentException if the grid does not ascend or the share is out of range
   */
  public List<Mode> modes(double[] grid, double leastShare) {
    Check.that(leastShare >= 0 && leastShare <= 1, "least share", leastShare, "inside [0, 1]");
    for (int i = 1; i < grid.length; i++) {
      if (!(grid[i] > grid[i - 1])) {
        throw new IllegalArgumentException(
            "grid point %s: %s (expected: > %s)".formatted(i, grid[i], grid[i - 1]));
      }
    }
    double[] density = density(grid);
    double largest = 0;
    for (double value : density) {
      largest = Math.max(largest, value);
    }
    List<Mode> result = new ArrayList<>();
    int rise = -1;
    for (int i = 1; i < density.length; i++) {
      if (density[i] > density[i - 1]) {
        rise = i;
      } else if (density[i] < density[i - 1]) {
        if (rise >= 0 && density[rise] >= leastShare * largest) {
          result.add(new Mode((grid[rise] + grid[i - 1]) / 2, density[rise]));
        }
        rise = -1;
      }
    }
    return List.copyOf(result);
  }

  /**
   * A local maximum.
   *
   * @param position in the draws' units
   * @param density per unit of the draws
   */
  public record Mode(double position, double density) {}

  private static void requireFinite(String name, double value) {
    Check.that(Double.isFinite(value), name, value, "finite");
  }
}
