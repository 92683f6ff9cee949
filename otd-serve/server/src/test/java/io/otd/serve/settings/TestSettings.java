// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Settings of servers in tests. */
public final class TestSettings {
  /** Free ports, and no checks for new versions. */
  public static final ServeSettings FREE =
      ServeSettings.DEFAULT.with(
          Map.of("network.grpc_port", 0, "network.rest_port", 0, "versions.poll_seconds", 0.0));

  private TestSettings() {}

  /** A size of a limit, in MiB. */
  public static double mib(long bytes) {
    return bytes / (double) (1 << 20);
  }

  /** A time of a setting, in seconds. */
  public static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  /** Limits of the time that a client may take to send a request, and between requests. */
  public static ServeSettings within(ServeSettings settings, Duration transfer, Duration idle) {
    return settings.with(
        Map.of(
            "limits.transfer_timeout_seconds",
            seconds(transfer),
            "limits.idle_timeout_seconds",
            seconds(idle)));
  }

  /** A limit on each request. */
  public static ServeSettings requests(ServeSettings settings, long bytes) {
    return settings.with(Map.of("limits.max_request_mb", mib(bytes)));
  }

  /** A limit on each request, and the same on all together. */
  public static ServeSettings pending(ServeSettings settings, long bytes) {
    return requests(settings, bytes).with(Map.of("limits.max_pending_mb", Optional.of(mib(bytes))));
  }

  /** Keys without TLS. */
  public static ProtectionSettings keys(Path file) {
    return new ProtectionSettings(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(file));
  }
}
