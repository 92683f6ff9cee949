// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.RequestHeaders;
import io.otd.serve.internal.status.ServingException;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What a request asks for.
 *
 * @param name its verb, as metrics name it
 * @param answer answers it
 */
record RestTarget(String name, Answer answer) {
  /** Answers a request. */
  interface Answer {
    /**
     * Answers a request.
     *
     * @param body unpacks it, once
     * @throws ServingException the error for the client
     */
    RestReply of(RequestHeaders headers, Supplier<byte[]> body);
  }

  /** One whose verb has this name, as the program writes it. */
  static RestTarget of(String verb, Answer answer) {
    return new RestTarget(verb.toLowerCase(Locale.ROOT), answer);
  }

  /** A request that asks for nothing that there is. */
  static RestTarget malformed(RuntimeException why) {
    return new RestTarget(
        "malformed",
        (headers, body) -> {
          throw why;
        });
  }
}
