// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.paper.experiment.Scale;

/**
 * The sizes of the sweep at a scale.
 *
 * @param cases training cases, of which two go into a step
 * @param width of the five hidden layers
 * @param velocity width of the two hidden layers of the velocity network
 * @param coarser the paper's grids are divided by it
 * @param stepsPerCall steps that are timed together
 * @param warmUpCalls calls before the timing begins
 * @param timedCalls calls that are timed
 */
public record TimingSizes(
    int cases,
    int width,
    int velocity,
    int coarser,
    int stepsPerCall,
    int warmUpCalls,
    int timedCalls) {
  /** Cases of a step. */
  static final int BATCH = 2;

  /** Epochs of a training in the paper. */
  static final int EPOCHS = 1000;

  /**
   * The sizes at a scale: at quick a small network on coarse grids; at reduced the paper's steps,
   * but few of them; at paper 5 epochs of 51 steps, then 1000 that are timed.
   *
   * @throws IllegalArgumentException for a scale that the sweep does not have
   */
  public static TimingSizes of(Scale scale) {
    return switch (scale) {
      case QUICK -> new TimingSizes(4, 16, 8, 4, 2, 1, 3);
      case REDUCED -> new TimingSizes(102, 256, 64, 1, 1, 2, 10);
      case PAPER -> new TimingSizes(102, 256, 64, 1, 17, 15, 3000);
      case LARGE ->
          throw new IllegalArgumentException("scale: large (expected: quick, reduced or paper)");
    };
  }

  /** Steps of an epoch. */
  int stepsPerEpoch() {
    return cases / BATCH;
  }

  /** Steps that are timed. */
  int timedSteps() {
    return stepsPerCall * timedCalls;
  }

  /** Whether all of {@value #EPOCHS} epochs are timed; if not, their time is extrapolated. */
  boolean whole() {
    return timedSteps() == EPOCHS * stepsPerEpoch();
  }
}
