// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.time.Duration;

/**
 * How the REST API answers.
 *
 * @param timeoutMillis time limit of a request; 0 for none
 * @param nonFinite form of numbers that are not finite
 * @param crossOrigin whether pages of other origins may use it
 */
public record AnswerSettings(
    @Setting(value = "Time limit of a REST request in milliseconds; 0 for no limit.", atLeast = 0)
        @Flags(value = "--rest_api_timeout_in_ms", label = "N")
        long timeoutMillis,
    @Setting("JSON form of NaN and infinity: bare (as in TensorFlow Serving), null or string.")
        @Flags(value = "--non-finite", label = "FORM")
        NonFinite nonFinite,
    @Setting("Allow pages of any origin to use the REST API.")
        @Flags({"--cross-origin", "--rest_api_enable_cors_support"})
        boolean crossOrigin) {
  /** As in TensorFlow Serving, which times out after 30 seconds. */
  public static final AnswerSettings DEFAULT = new AnswerSettings(30_000, NonFinite.BARE, false);

  /** Time limit of a request; zero for none. */
  public Duration timeout() {
    return Duration.ofMillis(timeoutMillis);
  }
}
