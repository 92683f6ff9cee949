// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the rate of rows per second, by the generic cell rate algorithm (ITU-T I.371): one number,
 * no lock. Unused capacity of a second is lost.
 */
final class SampleRate {
  private static final double SECOND = 1e9;

  private final double interval;
  private final double burst;

  /** When the next row is due, in nanoseconds. */
  private final AtomicLong due;

  /**
   * A rate.
   *
   * @param perSecond above 0
   * @param now any time, in nanoseconds
   */
  SampleRate(double perSecond, long now) {
    interval = SECOND / perSecond;
    burst = Math.max(SECOND, interval);
    due = new AtomicLong(now - (long) burst);
  }

  /**
   * Takes from what is due.
   *
   * @param wanted rows, at least 1
   * @param now in nanoseconds, of the same clock
   * @return how many are let through, from 0 to {@code wanted}
   */
  int take(int wanted, long now) {
    while (true) {
      long before = due.get();
      long from = Math.max(before - now, -(long) burst);
      int allowed = (int) Math.min(wanted, Math.floor(-from / interval));
      if (allowed < 1) {
        return 0;
      }
      if (due.compareAndSet(before, now + from + (long) Math.ceil(allowed * interval))) {
        return allowed;
      }
    }
  }
}
