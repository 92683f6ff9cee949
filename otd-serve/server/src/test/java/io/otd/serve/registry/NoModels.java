// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.lifecycle.VersionListener;
import java.io.IOException;
import java.time.Clock;

/** A registry that has no models and can load none. */
public final class NoModels {
  private NoModels() {}

  /** A new one. */
  public static ModelRegistry registry() {
    return new ModelRegistry(
        (id, directory, caller) -> {
          throw new IOException("not to be loaded");
        },
        RegistrySettings.DEFAULT,
        Runnable::run,
        Clock.systemUTC(),
        VersionListener.none());
  }
}
