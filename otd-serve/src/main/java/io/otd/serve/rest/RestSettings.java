package io.otd.serve.rest;

import io.otd.serve.json.NonFinite;
import java.time.Duration;

/**
 * How the REST API answers.
 *
 * @param nonFinite how numbers that are not finite are written
 * @param crossOrigin whether pages of other origins may use it: what {@code
 *     --rest_api_enable_cors_support} is to TensorFlow Serving
 * @param bodyLimit bytes that the body of a request may have, packed or not
 * @param timeout how long a request may take; zero for as long as it takes
 */
public record RestSettings(
    NonFinite nonFinite, boolean crossOrigin, long bodyLimit, Duration timeout) {
  /** As TensorFlow Serving answers, which gives up after 30 seconds; bodies of up to 256 MiB. */
  public static final RestSettings DEFAULT =
      new RestSettings(NonFinite.BARE, false, 256L << 20, Duration.ofSeconds(30));

  /** Checks the ranges. */
  public RestSettings {
    if (bodyLimit < 1) {
      throw new IllegalArgumentException("body limit: %d (expected: >= 1)".formatted(bodyLimit));
    }
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout: %s (expected: not negative)".formatted(timeout));
    }
  }
}
