// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.StatusCode;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to the log what happens to versions, and passes on which ones have ended. */
final class VersionEvents implements VersionListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.models");

  private final ObjLongConsumer<String> ended;

  /**
   * Passes on what has ended.
   *
   * @param ended receives the name of the model and the number of the version
   */
  VersionEvents(ObjLongConsumer<String> ended) {
    this.ended = ended;
  }

  @Override
  public void changed(String model, VersionStatus status) {
    if (status.state() == VersionState.END) {
      ended.accept(model, status.version());
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
