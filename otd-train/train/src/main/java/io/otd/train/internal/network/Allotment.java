// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.optimizer.Schedule;

/**
 * Time limit of one network. Its learning rate decays by the clock if the clock is ahead of its
 * steps, so that a network that has to end before its last step also ends with a small rate.
 *
 * @param limit of all networks
 * @param millis of work of this one, at least 1; waiting for others is not counted
 */
record Allotment(TimeLimit limit, long millis) {
  /** Whether a network has to end that has worked for so long. */
  boolean over(long worked) {
    return worked >= millis || limit.over();
  }

  /**
   * The schedule of the next steps.
   *
   * @param of the network, were there time for all its steps
   * @param step steps done
   * @param steps maximum number of steps
   * @param worked milliseconds
   */
  Schedule schedule(Schedule of, long step, long steps, long worked) {
    long due = Math.round(steps * Math.min(1.0, (double) worked / millis));
    return due > step ? new Schedule.Ahead(due - step, of) : of;
  }
}
