// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import java.time.Duration;
import java.util.Optional;

/** Receives the events of versions. Called by the threads that do it: return soon. */
public interface VersionListener {
  /**
   * A version changed its state, or is in use as before after a reported failure.
   *
   * @param model its name
   * @param status the new one
   */
  void changed(String model, VersionStatus status);

  /**
   * The versions of a model cannot be listed, those that are loaded stay; or there are none. Told
   * once, not at every look.
   *
   * @param message why
   */
  void unlisted(String model, String message);

  /**
   * A version that failed waits for the next trial.
   *
   * @param pause after which it is tried again, or as soon as its files have changed; empty if its
   *     load was abandoned and still runs: it is tried again after that, or for changed files
   */
  void waits(VersionId id, Optional<Duration> pause);

  /**
   * A version is still being loaded.
   *
   * @param time that it has taken
   */
  void slow(VersionId id, Duration time);

  /**
   * When a version that failed is tried again, in words.
   *
   * @param pause as {@link #waits} gets it
   */
  static String nextTrial(Optional<Duration> pause) {
    return "tried again %s, or when its files have changed"
        .formatted(
            pause
                .map(p -> "in %s s".formatted(p.toMillis() / 1e3))
                .orElse("when the load that was given up has ended"));
  }

  /** Listens to nothing. */
  static VersionListener none() {
    return new VersionListener() {
      @Override
      public void changed(String model, VersionStatus status) {}

      @Override
      public void unlisted(String model, String message) {}

      @Override
      public void waits(VersionId id, Optional<Duration> pause) {}

      @Override
      public void slow(VersionId id, Duration time) {}
    };
  }
}
