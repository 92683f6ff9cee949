// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionLog;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers why the last version did not take over, until one does, and logs the events. */
final class VersionFailures implements VersionListener {
  private final VersionListener log = new VersionLog();
  private volatile @Nullable String last;

  @Override
  public void changed(String model, VersionStatus status) {
    log.changed(model, status);
    if (status.code() != StatusCode.OK) {
      last = "version %s: %s".formatted(status.version(), status.message());
    } else if (status.state() == VersionState.AVAILABLE) {
      last = null;
    }
  }

  @Override
  public void unlisted(String model, String message) {
    log.unlisted(model, message);
    last = message;
  }

  @Override
  public void waits(VersionId id, Optional<Duration> pause) {
    log.waits(id, pause);
  }

  @Override
  public void slow(VersionId id, Duration time) {
    log.slow(id, time);
  }

  /** The last failure, if no version has taken over since. */
  Optional<String> last() {
    return Optional.ofNullable(last);
  }
}
