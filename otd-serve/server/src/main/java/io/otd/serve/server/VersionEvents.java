// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.monitor.Monitor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log what happens to versions, and lets the predictions of those that end be
 * forgotten.
 *
 * @param monitor remembers the predictions
 */
record VersionEvents(Monitor monitor) implements VersionListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.models");

  @Override
  public void changed(String model, VersionStatus status) {
    if (status.state() == VersionState.END) {
      monitor.forget(model, status.version());
    }
    if (status.code() == StatusCode.OK) {
      LOG.info("model {}, version {}: {}", model, status.version(), status.state());
    } else {
      LOG.warn(
          "model {}, version {}: {}: {}",
          model,
          status.version(),
          status.state(),
          status.message());
    }
  }

  @Override
  public void unlisted(String model, String message) {
    LOG.warn("model {}: {}", model, message);
  }
}
