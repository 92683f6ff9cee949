// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import java.time.Clock;

/**
 * What a run takes from the machine that it is on.
 *
 * @param jobs most networks that are trained at a time, at least 1
 * @param clock for the times in results, for rates and for the time between checkpoints
 * @param nativeFlags whether to set the environment variables of the native library, where nobody
 *     has
 */
record Machine(int jobs, Clock clock, boolean nativeFlags) {
  Machine {
    if (jobs < 1) {
      throw new IllegalArgumentException("jobs: " + jobs + " (expected: at least 1)");
    }
  }

  /** This one: as many jobs as processors, and its clock. The one place that reads them. */
  static Machine here() {
    return new Machine(Runtime.getRuntime().availableProcessors(), Clock.systemUTC(), true);
  }

  Machine withJobs(int other) {
    return new Machine(other, clock, nativeFlags);
  }

  Machine withClock(Clock other) {
    return new Machine(jobs, other, nativeFlags);
  }

  Machine withoutNativeFlags() {
    return new Machine(jobs, clock, false);
  }
}
