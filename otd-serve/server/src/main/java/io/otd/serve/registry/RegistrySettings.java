// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import java.time.Duration;

/**
 * How models are kept.
 *
 * @param loadRetries how often a version that failed is tried again, at least 0
 * @param retryInterval how long at least between two trials
 */
public record RegistrySettings(int loadRetries, Duration retryInterval) {
  /** Five more trials, a minute apart, as in TensorFlow Serving. */
  public static final RegistrySettings DEFAULT = new RegistrySettings(5, Duration.ofMinutes(1));

  /** Checks the ranges. */
  public RegistrySettings {
    if (loadRetries < 0 || retryInterval.isNegative()) {
      throw new IllegalArgumentException(
          "load retries: %d, %s apart (expected: neither negative)"
              .formatted(loadRetries, retryInterval));
    }
  }
}
