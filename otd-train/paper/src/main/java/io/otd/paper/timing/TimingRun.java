// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import java.util.Arrays;

/**
 * A configuration timed with one seed.
 *
 * @param configuration its name
 * @param seed of initial values, batches and masks
 * @param compiled whether XLA took the program
 * @param millis a step of each timed call, in order
 */
public record TimingRun(String configuration, long seed, boolean compiled, double[] millis) {
  /** Milliseconds of a step, mean over all timed ones. */
  public double mean() {
    return Arrays.stream(millis).average().orElseThrow();
  }

  /** Milliseconds of a step in the fastest call. */
  public double best() {
    return Arrays.stream(millis).min().orElseThrow();
  }
}
