// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.lifecycle.RetryPauses;
import java.time.Duration;

/**
 * How models are kept.
 *
 * @param retries pauses between the trials of a version that fails
 * @param patience after which a load takes long: this is reported, and others no longer wait for it
 * @param loadTimeout after which a load is abandoned; zero for never
 */
public record RegistrySettings(RetryPauses retries, Duration patience, Duration loadTimeout) {
  /**
   * Five shorter pauses, then a minute: the number and the pause of TensorFlow Serving, which gives
   * up after them. Ten seconds of patience, ten minutes for a load.
   */
  public static final RegistrySettings DEFAULT =
      new RegistrySettings(
          new RetryPauses(5, Duration.ofMinutes(1)),
          Duration.ofSeconds(10),
          Duration.ofMinutes(10));

  /** Checks the ranges. */
  public RegistrySettings {
    if (patience.isNegative() || patience.isZero() || loadTimeout.isNegative()) {
      throw new IllegalArgumentException(
          "patience %s, time of a load %s (expected: > 0, not negative)"
              .formatted(patience, loadTimeout));
    }
  }

  /**
   * The same with another limit of the time of a load.
   *
   * @param newLoadTimeout zero for none
   */
  public RegistrySettings givingUpAfter(Duration newLoadTimeout) {
    return new RegistrySettings(retries, patience, newLoadTimeout);
  }
}
