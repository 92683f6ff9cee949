// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Optional;

/** Adds verbs to the models of the API, and listens to the distributions that it answers. */
public interface RestExtension {
  /** The verbs, which must differ from those of the API. */
  List<Verb> verbs();

  /**
   * Begins to listen to the answer to a request.
   *
   * @param id of the answer, never given before
   * @param lease of the version, open until the listener has been notified of the end
   * @param rows requested
   * @return empty if there is no listener for such an answer
   */
  Optional<Listener> listen(String id, Lease lease, ExportDescription description, InputCells rows);

  /** Adds nothing. */
  static RestExtension none() {
    return new RestExtension() {
      @Override
      public List<Verb> verbs() {
        return List.of();
      }

      @Override
      public Optional<Listener> listen(
          String id, Lease lease, ExportDescription description, InputCells rows) {
        return Optional.empty();
      }
    };
  }

  /**
   * A verb: {@code METHOD /v1/models/MODEL:NAME}.
   *
   * @param method {@code GET} or {@code POST}
   * @param name lower-case letters
   * @param answer answers requests, on any number of threads
   */
  record Verb(String method, String name, Answer answer) implements RestVerb {}

  /** Answers the requests of a verb. */
  @FunctionalInterface
  interface Answer {
    /**
     * Answers a request.
     *
     * @param model the requested one
     * @param body unpacked, not changed by anyone
     * @param nonFinite how numbers that are not finite are written
     * @return JSON, UTF-8, not changed by anyone afterwards
     * @throws io.otd.serve.internal.status.ServingException the error for the client
     */
    byte[] to(ModelReference model, byte[] body, NonFinite nonFinite);
  }

  /** Receives the distributions of one answer, on one thread. */
  interface Listener {
    /** The next row. */
    void row(Prediction prediction);

    /** All rows were sent. Not called if the request fails. */
    void end();
  }
}
