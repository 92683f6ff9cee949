// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

/**
 * A slow wave that a small network can follow and a fast one that it cannot, {@code y(x) =
 * sin(omega x) + sin(10 omega x) / 10} on [-1, 1] (paper, "Reduced-Order Model misspecification
 * Dataset").
 *
 * @param frequency omega, finite
 * @param trainingPoints at least 2
 * @param testPoints at least 2
 */
public record RomProblem(double frequency, int trainingPoints, int testPoints) {
  /** As in the paper: omega = 3, 128 training and 512 test points. */
  public static final RomProblem PAPER = new RomProblem(3, 128, 512);

  /** y(x). */
  public double response(double x) {
    return slow(x) + .1 * Math.sin(10 * frequency * x);
  }

  /** The component {@code sin(omega x)} that the network can represent. */
  double slow(double x) {
    return Math.sin(frequency * x);
  }

  /** Equally spaced training points. */
  public Pairs training() {
    return UniformGrid.overDomain(trainingPoints).sample(this::response);
  }

  /** Equally spaced test points. */
  public Pairs test() {
    return UniformGrid.overDomain(testPoints).sample(this::response);
  }
}
