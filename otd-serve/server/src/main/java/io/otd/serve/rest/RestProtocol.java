// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.RequestHeaders;
import io.otd.serve.internal.status.ServingException;
import java.util.function.Supplier;

/** The paths of one protocol, and what answers them. Thread-safe. */
interface RestProtocol {
  /** As logs name it. */
  String label();

  /**
   * The method of a request, as named in metrics.
   *
   * @param path as it was sent, the query with it
   * @throws ServingException as {@link #answer}
   * @throws WrongMethodException likewise
   */
  String verb(String method, String path);

  /**
   * The method of HTTP that a path has.
   *
   * @param method of the request, for an error message
   * @param path as it was sent, the query with it
   * @throws ServingException as {@link #answer}
   */
  String method(String method, String path);

  /**
   * Answers a request.
   *
   * @param path as it was sent, the query with it
   * @param body unpacks it, once
   * @throws ServingException the error for the client
   * @throws WrongMethodException if the path has another method
   */
  RestReply answer(String method, String path, RequestHeaders headers, Supplier<byte[]> body);
}
