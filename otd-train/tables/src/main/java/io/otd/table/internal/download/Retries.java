// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import java.time.Duration;
import java.util.List;

/**
 * Number and times of retries.
 *
 * @param waits before the second try, before the third and so on
 * @param sleep lets time pass
 */
public record Retries(List<Duration> waits, Sleep sleep) {
  /** Four tries within seven seconds plus their own time. */
  public static final Retries STANDARD =
      new Retries(
          List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4)),
          wait -> Thread.sleep(wait.toMillis()));

  /** Copies the list. */
  public Retries {
    waits = List.copyOf(waits);
  }

  /** Waits. */
  @FunctionalInterface
  public interface Sleep {
    /**
     * Returns after a while.
     *
     * @throws InterruptedException if it is not to
     */
    void sleep(Duration wait) throws InterruptedException;
  }
}
