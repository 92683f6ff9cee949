// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.time.Duration;

/**
 * How versions are found and loaded.
 *
 * @param pollSeconds between two looks for versions; 0 for none after the first
 * @param loadTimeoutSeconds time limit of a load; 0 for none
 */
public record VersionSettings(
    @Setting(value = "Seconds between checks for new versions; 0 for a single check.", atLeast = 0)
        @Flags(
            value = {"--poll-seconds", "--file_system_poll_wait_seconds"},
            label = "N")
        double pollSeconds,
    @Setting(
            value = "Seconds after which the load of a version is given up; 0 for never.",
            atLeast = 0)
        @Flags(value = "--load-timeout-seconds", label = "N")
        double loadTimeoutSeconds) {
  /** A check each second; ten minutes for a load. */
  static final VersionSettings DEFAULT = new VersionSettings(1, 600);

  /** Interval between checks for new versions; zero for a single one. */
  public Duration poll() {
    return Seconds.of(pollSeconds);
  }

  /** Time limit of a load; zero for none. */
  public Duration loadTimeout() {
    return Seconds.of(loadTimeoutSeconds);
  }
}
