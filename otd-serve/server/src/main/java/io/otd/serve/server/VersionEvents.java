// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log what happens to versions, and passes on what has changed.
 *
 * @param ended receives the version
 * @param changed runs after every change of a version's state
 */
record VersionEvents(Consumer<VersionId> ended, Runnable changed) implements VersionListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.models");

  @Override
  public void changed(String model, VersionStatus status) {
    VersionId id = new VersionId(model, status.version());
    if (status.state() == VersionState.END) {
      ended.accept(id);
    }
    changed.run();
    if (status.code() == StatusCode.OK) {
      LOG.info("{}: {}", id, status.state());
    } else {
      LOG.warn("{}: {}: {}", id, status.state(), status.message());
    }
  }

  @Override
  public void unlisted(String model, String message) {
    LOG.warn("model {}: {}", model, message);
  }

  @Override
  public void waits(VersionId id, Optional<Duration> pause) {
    LOG.info("{}: {}", id, VersionListener.nextTrial(pause));
  }

  @Override
  public void slow(VersionId id, Duration time) {
    LOG.warn(
        "{}: still being loaded after {} s; other models do not wait for it", id, seconds(time));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
