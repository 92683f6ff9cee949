// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

/**
 * A parabola on [-1, 1] known at a few points, to be followed by piecewise linear networks of
 * growing width (paper, "Latent collapse experiment").
 *
 * @implNote The paper's "deterministic teacher" is piecewise linear and its data are of {@code
 *     x^2}: predictions are trained on {@code x^2} and compared with both on the grid.
 * @param trainingPoints at least 2, one more than the teacher's segments
 * @param gridPoints of the evaluation, at least 2
 */
public record CapacityProblem(int trainingPoints, int gridPoints) {
  /** As in the paper: 17 training points (16 segments), 1025 points of evaluation. */
  public static final CapacityProblem PAPER = new CapacityProblem(17, 1025);

  /** {@code (x_i, x_i^2)} at equally spaced points. */
  public Pairs training() {
    return UniformGrid.overDomain(trainingPoints).sample(CapacityProblem::parabola);
  }

  /** The parabola on the grid of the evaluation. */
  public Pairs test() {
    return UniformGrid.overDomain(gridPoints).sample(CapacityProblem::parabola);
  }

  /** The piecewise linear teacher on the grid of the evaluation. */
  public Pairs teacher() {
    return UniformGrid.overDomain(gridPoints).sample(this::interpolated);
  }

  /** The linear interpolant of the training points. */
  private double interpolated(double x) {
    double step = 2.0 / (trainingPoints - 1);
    int segment = Math.max(0, Math.min((int) Math.floor((x + 1) / step), trainingPoints - 2));
    double left = -1 + segment * step;
    double right = -1 + (segment + 1) * step;
    double share = (x - left) / step;
    return (1 - share) * parabola(left) + share * parabola(right);
  }

  private static double parabola(double x) {
    return x * x;
  }
}
