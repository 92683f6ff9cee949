// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.serve.adapt.AdaptedIntervals;
import io.otd.serve.registry.Lease;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Optional;

/** Adds calls to the models of the API, and listens to the distributions that it answers. */
public interface RestExtension {
  /**
   * The calls, whose names must differ from those of the API: {@code METHOD /v1/models/MODEL:NAME}.
   *
   * @param nonFinite form of numbers that are not finite
   */
  List<RestCall> calls(NonFinite nonFinite);

  /**
   * Begins to listen to the answer to a request.
   *
   * @param id of the answer, never given before
   * @param lease of the version, open until the listeners have been notified of the end
   * @param rows requested
   * @return those that listen to such an answer
   */
  List<Listener> listen(String id, Lease lease, ExportDescription description, InputCells rows);

  /**
   * How the intervals of an answer are adapted.
   *
   * @param lease of the version
   * @param rows requested
   * @return empty if they stay as the model gives them
   */
  Optional<AdaptedIntervals> adapted(Lease lease, ExportDescription description, InputCells rows);

  /** Receives the distributions of one answer, on one thread. */
  interface Listener {
    /** The next row. */
    void row(Prediction prediction);

    /** All rows were sent. Not called if the request fails. */
    void end();
  }
}
