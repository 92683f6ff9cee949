// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import java.time.Duration;

/** Seconds of a setting, as a duration. */
final class Seconds {
  private Seconds() {}

  static Duration of(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
