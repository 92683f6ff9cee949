// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.RequestHeaders;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.registry.ModelReference;
import java.util.function.Supplier;

/**
 * One of the calls of the REST API.
 *
 * @param method {@code GET} or {@code POST}
 * @param name in lower case, as paths and metrics have it
 * @param answer answers requests, on any number of threads
 */
public record RestCall(String method, String name, Answer answer) {
  /** Answers the requests of a call. */
  @FunctionalInterface
  public interface Answer {
    /**
     * Answers a request.
     *
     * @param model the requested one; without a name for a call of all models
     * @param body unpacks it, once; it is not changed by anyone
     * @throws ServingException the error for the client
     */
    RestReply of(ModelReference model, RequestHeaders headers, Supplier<byte[]> body);
  }

  /** One that only reads. */
  public static RestCall get(String name, Answer answer) {
    return new RestCall("GET", name, answer);
  }

  /** One with a body. */
  public static RestCall post(String name, Answer answer) {
    return new RestCall("POST", name, answer);
  }
}
