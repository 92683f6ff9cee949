// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import java.time.Clock;

/**
 * Until when networks are trained, by a clock.
 *
 * @param clock that is read
 * @param end in its milliseconds
 */
public record TimeLimit(Clock clock, long end) {
  /**
   * From now on.
   *
   * @param millis at least 0
   */
  public static TimeLimit in(Clock clock, long millis) {
    return new TimeLimit(clock, clock.millis() + millis);
  }

  /** Milliseconds left, at least 0. */
  public long left() {
    return Math.max(0, end - clock.millis());
  }

  /** Whether none is left. */
  public boolean over() {
    return left() == 0;
  }

  /**
   * An earlier one.
   *
   * @param share of the rest, from 0 to 1
   */
  public TimeLimit share(double share) {
    return in(clock, Math.round(share * left()));
  }

  /**
   * The time for each of some networks, if they share the rest evenly.
   *
   * @param networks that are not at their end, at least 1
   * @param atOnce most that work at a time, at least 1
   */
  Allotment among(int networks, int atOnce) {
    return new Allotment(this, Math.max(1, left() * Math.min(networks, atOnce) / networks));
  }
}
