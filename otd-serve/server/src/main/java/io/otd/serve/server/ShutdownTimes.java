// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import java.time.Duration;

/**
 * How long a server takes to stop.
 *
 * @param delay time between the end of its readiness and the closing of its ports; requests are
 *     accepted meanwhile
 * @param drain time limit for the requests under way when the ports close
 */
public record ShutdownTimes(Duration delay, Duration drain) {
  /** The ports close at once; requests under way have ten seconds. */
  public static final ShutdownTimes DEFAULT =
      new ShutdownTimes(Duration.ZERO, Duration.ofSeconds(10));

  /** Checks the ranges. */
  public ShutdownTimes {
    if (delay.isNegative() || drain.isNegative()) {
      throw new IllegalArgumentException(
          "delay %s, drain %s (expected: neither negative)".formatted(delay, drain));
    }
  }
}
