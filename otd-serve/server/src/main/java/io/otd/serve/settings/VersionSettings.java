// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;

/**
 * How versions are found and loaded.
 *
 * @param pollSeconds between two looks for versions; 0 for none after the first
 * @param loadTimeoutSeconds time limit of a load; 0 for none
 */
public record VersionSettings(
    @Setting(value = "Seconds between checks for new versions; 0 for a single check.", atLeast = 0)
        @Default("1")
        @Flags(
            value = {"--poll-seconds", "--file_system_poll_wait_seconds"},
            label = "N")
        int pollSeconds,
    @Setting(
            value = "Seconds after which the load of a version is given up; 0 for never.",
            atLeast = 0)
        @Default("600")
        @Flags(value = "--load-timeout-seconds", label = "N")
        int loadTimeoutSeconds) {}
