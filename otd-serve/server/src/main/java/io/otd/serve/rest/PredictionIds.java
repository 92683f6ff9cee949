// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names of predictions, so that what was observed later can be put beside them. No two are the
 * same, of one server or of two; and nobody guesses that of another's prediction, who could then
 * say what was observed of it.
 */
final class PredictionIds {
  private static final int RADIX = 36;

  private final String start;
  private final AtomicLong given = new AtomicLong();
  private final SecureRandom random = new SecureRandom(); // Not from a seed: it could be found out.

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
