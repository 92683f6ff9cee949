// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import java.time.Duration;
import java.util.List;

/** Number and times of retries. */
public final class Retries {
  /** Four tries within seven seconds plus their own time. */
  public static final Retries STANDARD =
      new Retries(
          List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4)),
          wait -> Thread.sleep(wait.toMillis()));

  private final List<Duration> waits;
  private final Sleep sleep;

  /**
   * Retries after waits.
   *
   * @param waits before the second try, before the third and so on
   * @param sleep lets time pass
   */
  public Retries(List<Duration> waits, Sleep sleep) {
    this.waits = List.copyOf(waits);
    this.sleep = sleep;
  }

  /** The time before each further try. */
  List<Duration> waits() {
    return waits;
  }

  /** Waits. */
  Sleep sleep() {
    return sleep;
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
