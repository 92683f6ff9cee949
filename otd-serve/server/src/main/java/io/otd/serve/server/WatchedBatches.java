// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.batching.BatchListener;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.telemetry.Telemetry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the runs of a version in the metrics, and what is wrong in the log.
 *
 * @param telemetry has the metrics
 */
record WatchedBatches(Telemetry telemetry, VersionId id) implements BatchListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.models");

  @Override
  public void runs(String signature, int requests, long rows) {
    telemetry.ran(id, signature, requests, rows);
  }

  @Override
  public void separates(String signature) {
    LOG.warn(
        "{}: requests of signature {} are not joined: an answer depends on the other rows",
        id,
        signature);
  }
}
