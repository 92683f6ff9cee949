// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

/** Receives the events of versions. Called by the threads that do it: return soon. */
public interface VersionListener {
  /**
   * A version changed its state, or is in use as before after a failure was told.
   *
   * @param model its name
   * @param status the new one
   */
  void changed(String model, VersionStatus status);

  /**
   * The versions of a model cannot be listed, those that are loaded stay; or there are none. Told
   * once, not at every look.
   *
   * @param model its name
   * @param message why
   */
  void unlisted(String model, String message);

  /** Listens to nothing. */
  static VersionListener none() {
    return new VersionListener() {
      @Override
      public void changed(String model, VersionStatus status) {}

      @Override
      public void unlisted(String model, String message) {}
    };
  }
}
