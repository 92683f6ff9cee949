// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import io.otd.core.internal.text.NumberText;
import java.time.Clock;
import java.util.function.Consumer;

/** A plain line every few seconds for a count: the number done, and the rate. */
public final class CountLines implements CountProgress {
  private static final long MILLIS = 5_000;

  /** Below this rate a digit behind the point is shown. */
  private static final double SLOW = 10;

  private final String things;
  private final String done;
  private final Consumer<String> lines;
  private final Clock clock;
  private long lastMillis;
  private long last;

  /**
   * Nothing is done yet.
   *
   * @param things what is counted, such as {@code rows}
   * @param done what becomes of them, such as {@code predicted}
   * @param lines receives each line
   * @param clock for the time between lines
   */
  public CountLines(String things, String done, Consumer<String> lines, Clock clock) {
    this.things = things;
    this.done = done;
    this.lines = lines;
    this.clock = clock;
    this.lastMillis = clock.millis();
  }

  @Override
  public synchronized void done(long count) {
    long since = clock.millis() - lastMillis;
    if (since >= MILLIS && count > last) {
      double rate = 1e3 * (count - last) / since;
      lines.accept(
          "%s %s %s, %s %s/s"
              .formatted(count, things, done, NumberText.fixed(rate, rate < SLOW ? 1 : 0), things));
      lastMillis += since;
      last = count;
    }
  }

  @Override
  public void close() {
    // nothing to release
  }
}
