package io.otd.serve.rest;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names of predictions, so that what was observed later can be put beside them. Two servers that
 * started in different milliseconds never give the same.
 */
final class PredictionIds {
  private static final int RADIX = 36;

  private final String start;
  private final AtomicLong given = new AtomicLong();

  PredictionIds(Clock clock) {
    start = Long.toString(clock.millis(), RADIX);
  }

  String next() {
    return start + "-" + Long.toString(given.incrementAndGet(), RADIX);
  }
}
