// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;

/** The paths of one protocol. Thread-safe. */
interface RestProtocol {
  /** As logs name it. */
  String label();

  /**
   * Reads what a request asks for.
   *
   * @param path as it was sent, the query with it
   * @throws ServingException the error for the client
   * @throws WrongMethodException if the path has another method
   */
  RestTarget read(String method, String path);

  /**
   * The method of HTTP that a path has.
   *
   * @param method of the request, for an error message
   * @param path as it was sent, the query with it
   * @throws ServingException as {@link #read}
   */
  String method(String method, String path);
}
