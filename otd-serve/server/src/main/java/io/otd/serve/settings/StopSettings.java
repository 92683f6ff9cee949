// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.time.Duration;

/**
 * How the server stops.
 *
 * @param delaySeconds between the end of its readiness and the closing of its ports
 * @param drainSeconds for the requests in progress when the ports close
 */
public record StopSettings(
    @Setting(
            value =
                "Seconds in which requests are still accepted after SIGTERM, although the server is no longer ready.",
            atLeast = 0,
            atMost = StopSettings.MAX_DELAY)
        @Flags(value = "--shutdown-delay", label = "SECONDS")
        double delaySeconds,
    @Setting(
            value = "Seconds in which the requests in progress may finish once the ports close.",
            atLeast = 0,
            atMost = StopSettings.MAX_DRAIN)
        @Flags(value = "--shutdown-drain", label = "SECONDS")
        double drainSeconds) {
  /** The ports close at once; requests in progress have ten seconds. */
  static final StopSettings DEFAULT = new StopSettings(0, 10);

  /** With the time to finish, less than an interrupted command may take to end. */
  static final int MAX_DELAY = 240;

  /** With the delay, less than an interrupted command may take to end. */
  static final int MAX_DRAIN = 50;

  /** Time in which the server still accepts requests, although it is not ready. */
  public Duration delay() {
    return Seconds.of(delaySeconds);
  }

  /** Time limit of the requests in progress. */
  public Duration drain() {
    return Seconds.of(drainSeconds);
  }
}
