// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

/**
 * The scale of the sweep.
 *
 * @param name on the command line
 * @param cases training cases, of which two go into a step
 * @param width of the five hidden layers
 * @param velocity width of the two hidden layers of the velocity network
 * @param coarser the paper's grids are divided by it
 * @param stepsPerCall steps that are timed together
 * @param warmUpCalls calls before the timing begins
 * @param timedCalls calls that are timed
 */
public record TimingScale(
    String name,
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

  /** Some seconds: a small network on coarse grids, to see that everything runs. */
  public static final TimingScale QUICK = new TimingScale("quick", 4, 16, 8, 4, 2, 1, 3);

  /** The paper's steps, but few of them. */
  public static final TimingScale REDUCED = new TimingScale("reduced", 102, 256, 64, 1, 1, 2, 10);

  /** The paper's setting: 5 epochs of 51 steps, then 1000 that are timed. */
  public static final TimingScale PAPER = new TimingScale("paper", 102, 256, 64, 1, 17, 15, 3000);

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
