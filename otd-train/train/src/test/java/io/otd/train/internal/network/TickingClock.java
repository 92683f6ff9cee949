// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that advances by the same time whenever it is read. */
final class TickingClock extends Clock {
  private final long tick;
  private long millis;

  TickingClock(long tick) {
    this.tick = tick;
  }

  @Override
  public long millis() {
    millis += tick;
    return millis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("zone: " + zone + " (expected: not asked for)");
  }
}
