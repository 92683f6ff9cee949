// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.serve.json.NonFinite;
import io.otd.serve.rest.RestSettings;
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
        @Default("30000")
        @Flags(value = "--rest_api_timeout_in_ms", label = "N")
        long timeoutMillis,
    @Setting("JSON form of NaN and infinity: bare (as in TensorFlow Serving), null or string.")
        @Default("bare")
        @Flags(value = "--non-finite", label = "FORM")
        NonFinite nonFinite,
    @Setting("Allow pages of any origin to use the REST API.")
        @Default("false")
        @Flags({"--cross-origin", "--rest_api_enable_cors_support"})
        boolean crossOrigin) {
  /** In the form of the REST API. */
  RestSettings rest() {
    return new RestSettings(nonFinite, crossOrigin, Duration.ofMillis(timeoutMillis));
  }
}
