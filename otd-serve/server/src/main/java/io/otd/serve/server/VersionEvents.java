// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log what happens to versions, and passes on what has changed.
 *
 * @param ended receives the name of the model and the number of the version
 * @param changed runs after every change of a version's state
 */
record VersionEvents(ObjLongConsumer<String> ended, Runnable changed) implements VersionListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.models");

  @Override
  public void changed(String model, VersionStatus status) {
    if (status.state() == VersionState.END) {
      ended.accept(model, status.version());
    }
    changed.run();
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

  @Override
  public void waits(String model, long version, Optional<Duration> pause) {
    LOG.info("model {}, version {}: {}", model, version, VersionListener.nextTrial(pause));
  }

  @Override
  public void slow(String model, long version, Duration time) {
    LOG.warn(
        "model {}, version {}: still being loaded after {} s; other models do not wait for it",
        model,
        version,
        seconds(time));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
