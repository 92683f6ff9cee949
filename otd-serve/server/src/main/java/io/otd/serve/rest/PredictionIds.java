// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names of predictions, so that later observations can be matched with them. They are unique across
 * servers. They cannot be guessed, so no client can report observations for another's prediction.
 */
final class PredictionIds {
  private static final int RADIX = 36;

  private final String start;
  private final AtomicLong given = new AtomicLong();
  private final SecureRandom random = new SecureRandom(); // Not seeded: a seed could be guessed.

  PredictionIds(Clock clock) {
    start = Long.toString(clock.millis(), RADIX);
  }

  String next() {
    return start
        + "-"
        + Long.toString(given.incrementAndGet(), RADIX)
        + "-"
        + Long.toUnsignedString(random.nextLong(), RADIX);
  }
}
