// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.predict.InputCells;
import io.otd.serve.adapt.AdaptedIntervals;
import io.otd.serve.registry.Lease;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Optional;

/** Adds nothing to the API. */
record NoExtension() implements RestExtension {
  @Override
  public List<RestCall> calls(NonFinite nonFinite) {
    return List.of();
  }

  @Override
  public List<Listener> listen(
      String id, Lease lease, ExportDescription description, InputCells rows) {
    return List.of();
  }

  @Override
  public Optional<AdaptedIntervals> adapted(
      Lease lease, ExportDescription description, InputCells rows) {
    return Optional.empty();
  }
}
