// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test advances; it starts at the epoch. */
final class HandClock extends Clock {
  private Instant now = Instant.EPOCH;

  /** Sets it to a number of milliseconds after the epoch. */
  void set(long millis) {
    now = Instant.ofEpochMilli(millis);
  }

  /** Advances it. */
  void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return now;
  }
}
