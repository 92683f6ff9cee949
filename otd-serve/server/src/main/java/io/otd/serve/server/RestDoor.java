// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.server.ServerBuilder;
import io.otd.serve.inference.Inference;
import io.otd.serve.rest.RestExtension;
import java.util.concurrent.Executor;

/** Adds what answers over HTTP to a server. */
@FunctionalInterface
public interface RestDoor {
  /**
   * Adds services.
   *
   * @param to the server of the REST port, with its limits set
   * @param inference answers requests
   * @param extension adds to the API
   * @param requests runs requests; rejects one when too many wait
   */
  void open(ServerBuilder to, Inference inference, RestExtension extension, Executor requests);
}
