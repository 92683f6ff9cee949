// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.json.NonFinite;
import java.time.Duration;

/**
 * How the REST API answers.
 *
 * @param nonFinite how numbers that are not finite are written
 * @param crossOrigin whether pages of other origins may use it: what {@code
 *     --rest_api_enable_cors_support} is to TensorFlow Serving
 * @param timeout time limit of a request; zero for no limit
 */
public record RestSettings(NonFinite nonFinite, boolean crossOrigin, Duration timeout) {
  /** As in TensorFlow Serving, which times out after 30 seconds. */
  public static final RestSettings DEFAULT =
      new RestSettings(NonFinite.BARE, false, Duration.ofSeconds(30));

  /** Checks the ranges. */
  public RestSettings {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout: %s (expected: not negative)".formatted(timeout));
    }
  }
}
