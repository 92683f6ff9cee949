// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;

/** The paths of one protocol. Thread-safe. */
interface RestProtocol {
  /** As logs name it. */
  String label();

  /**
   * The call that a path stands for, whatever its method and its model.
   *
   * @param method of the request, for an error message
   * @param path as it was sent, the query with it
   * @throws ServingException the error for the client
   */
  RestCall find(String method, String path);

  /**
   * What a request asks for.
   *
   * @param path as it was sent, the query with it
   * @throws ServingException the error for the client
   * @throws WrongMethodException if the path has another method
   */
  RestTarget read(String method, String path);
}
