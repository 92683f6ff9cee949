package io.otd.serve.rest;

import io.otd.serve.json.NonFinite;

/**
 * How the REST door answers.
 *
 * @param nonFinite how numbers that are not finite are written
 * @param crossOrigin whether pages of other origins may use it: what {@code
 *     --rest_api_enable_cors_support} is to TensorFlow Serving
 * @param bodyLimit bytes that the body of a request may have, packed or not
 */
public record RestSettings(NonFinite nonFinite, boolean crossOrigin, long bodyLimit) {
  /** As TensorFlow Serving answers, with bodies of up to 256 MiB. */
  public static final RestSettings DEFAULT = new RestSettings(NonFinite.BARE, false, 256L << 20);

  /** Checks the limit. */
  public RestSettings {
    if (bodyLimit < 1) {
      throw new IllegalArgumentException("body limit: %d (expected: >= 1)".formatted(bodyLimit));
    }
  }
}
