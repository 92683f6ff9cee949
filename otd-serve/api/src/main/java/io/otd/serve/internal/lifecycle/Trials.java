// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a version that failed is tried again: when its files have changed and then stay as they are
 * from one look to the next, for otherwise they are still being copied; else after growing pauses,
 * without end. One thread at a time uses it.
 */
public final class Trials {
  private final RetryPauses pauses;
  private @Nullable Path version;
  private int failures;
  private Instant next = Instant.MIN;
  private @Nullable VersionFiles tried;
  private @Nullable VersionFiles seen;

  /**
   * Nothing has failed.
   *
   * @param pauses between trials
   */
  public Trials(RetryPauses pauses) {
    this.pauses = pauses;
  }

  /** Whether a version is worth a trial. */
  public boolean isDue(Path directory, Instant now) {
    return !directory.equals(version) || !now.isBefore(next) || hasChanged(directory);
  }

  /**
   * Whether the files of a version that failed have changed since that trial, and no longer change.
   */
  public boolean hasChanged(Path directory) {
    VersionFiles files = VersionFiles.of(directory);
    boolean settled = files.equals(seen);
    seen = files;
    return settled && !files.equals(tried);
  }

  /** A trial begins: what changes from now on may not be seen by it. */
  public void begin(Path directory) {
    if (!directory.equals(version)) {
      version = directory;
      failures = 0;
    }
    tried = VersionFiles.of(directory);
    seen = tried;
    next = Instant.MAX;
  }

  /** The trial that began last has succeeded, or is not wanted any more. */
  public void forget() {
    version = null;
  }

  /**
   * The trial that began last has failed.
   *
   * @return the pause before the next one, if no file changes before
   */
  public Duration fail(Instant now) {
    failures++;
    Duration pause = pauses.after(failures);
    next = now.plus(pause);
    return pause;
  }
}
