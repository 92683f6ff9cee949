// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

/**
 * Two branches {@code y(x) = tanh(x^3 +- a exp(-w x^2))} on [-1, 1] with equal probability: apart
 * at 0, nearly one at the ends (paper, "Bimodal Dataset").
 *
 * @implNote "32 points from each branch" are the same 32 inputs for both.
 * @param points inputs for each branch, at least 2
 * @param amplitude a, of the split, at least 0, finite
 * @param width w, of the split, above 0, finite
 */
public record BimodalProblem(int points, double amplitude, double width) {
  /** As in the paper: 32 points a branch, a = 0.15, w = 12. */
  public static final BimodalProblem PAPER = new BimodalProblem(32, .15, 12);

  /** The branch {@code tanh(x^3 + a exp(-w x^2))}. */
  public double upper(double x) {
    return Math.tanh(x * x * x + split(x));
  }

  /** The branch {@code tanh(x^3 - a exp(-w x^2))}. */
  public double lower(double x) {
    return Math.tanh(x * x * x - split(x));
  }

  /** The inputs of one branch, {@code [points]}. */
  public double[] inputs() {
    return UniformGrid.overDomain(points).values();
  }

  /** All inputs on the upper branch, then all on the lower one. */
  public Pairs training() {
    double[] inputs = inputs();
    double[] x = new double[2 * points];
    double[] y = new double[2 * points];
    for (int i = 0; i < points; i++) {
      x[i] = inputs[i];
      x[points + i] = inputs[i];
      y[i] = upper(inputs[i]);
      y[points + i] = lower(inputs[i]);
    }
    return new Pairs(x, y);
  }

  /**
   * The mean energy score of the law itself on the training points, the least any prediction can
   * have: a quarter of the distance of the branches (paper, "Symmetric two-point predictive
   * family", with {@code a = |e|}).
   */
  public double exactScore() {
    double sum = 0;
    for (double x : inputs()) {
      sum += (upper(x) - lower(x)) / 4;
    }
    return sum / points;
  }

  private double split(double x) {
    return amplitude * Math.exp(-width * x * x);
  }
}
