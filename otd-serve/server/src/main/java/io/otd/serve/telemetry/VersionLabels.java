// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import io.otd.serve.internal.lifecycle.VersionId;
import io.prometheus.metrics.model.snapshots.Labels;

/** The labels of the metrics of a version. */
public final class VersionLabels {
  private VersionLabels() {}

  /** Name of the model and number. */
  public static Labels of(VersionId id) {
    return Labels.of("model", id.model(), "version", Long.toString(id.version()));
  }
}
