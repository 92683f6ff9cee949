package io.otd.train.progress;

import java.time.Clock;
import java.util.function.Consumer;

/** A plain line every few seconds of a long prediction: how many rows are done, and how fast. */
public final class PredictionLines {
  private static final long MILLIS = 5_000;

  private final Consumer<String> lines;
  private final Clock clock;
  private long lastMillis;
  private long lastRows;

  /**
   * No row is done yet.
   *
   * @param lines takes each line
   * @param clock for the time between lines
   */
  public PredictionLines(Consumer<String> lines, Clock clock) {
    this.lines = lines;
    this.clock = clock;
    this.lastMillis = clock.millis();
  }

  /**
   * Some more rows are done.
   *
   * @param rows so far
   */
  public void done(long rows) {
    long since = clock.millis() - lastMillis;
    if (since >= MILLIS) {
      lines.accept(
          "%d rows predicted, %d rows/s"
              .formatted(rows, Math.round(1e3 * (rows - lastRows) / since)));
      lastMillis += since;
      lastRows = rows;
    }
  }
}
