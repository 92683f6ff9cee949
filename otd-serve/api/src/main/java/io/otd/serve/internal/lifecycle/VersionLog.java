// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.serve.internal.status.StatusCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes what happens to versions to the {@link System.Logger} {@code io.otd.serve.models}: those
 * that fail as a warning.
 */
public final class VersionLog implements VersionListener {
  private static final Logger LOG = System.getLogger("io.otd.serve.models");

  @Override
  public void changed(String model, VersionStatus status) {
    boolean good = status.code() == StatusCode.OK;
    LOG.log(
        good ? Level.INFO : Level.WARNING,
        "{0}, version {1}: {2}{3}",
        model,
        Long.toString(status.version()),
        status.state(),
        good ? "" : ": " + status.message());
  }

  @Override
  public void unlisted(String model, String message) {
    LOG.log(Level.WARNING, "{0}: {1}", model, message);
  }

  @Override
  public void waits(VersionId id, Optional<Duration> pause) {
    LOG.log(
        Level.INFO,
        "{0}, version {1}: {2}",
        id.model(),
        Long.toString(id.version()),
        VersionListener.nextTrial(pause));
  }

  @Override
  public void slow(VersionId id, Duration time) {
    LOG.log(
        Level.WARNING,
        "{0}, version {1}: still being loaded after {2} s",
        id.model(),
        Long.toString(id.version()),
        Double.toString(time.toMillis() / 1e3));
  }
}
