// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;

/**
 * How the server stops.
 *
 * @param delaySeconds in which it still accepts requests
 */
public record StopSettings(
    @Setting(
            value =
                "Seconds in which requests are still accepted after SIGTERM, although the server is no longer ready.",
            atLeast = 0,
            atMost = StopSettings.MAX_DELAY)
        @Default("0")
        @Flags(value = "--shutdown-delay", label = "SECONDS")
        int delaySeconds) {
  /** Less than an interrupted command may take to end. */
  static final int MAX_DELAY = 240;
}
