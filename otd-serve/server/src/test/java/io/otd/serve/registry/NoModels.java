// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.inference.AnswerListener;
import io.otd.serve.inference.Inference;
import io.otd.serve.inference.RequestLimits;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.servable.Caller;
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

  /** Requests to a new one. */
  public static Inference inference() {
    return new Inference(
        registry(),
        AnswerListener.NONE,
        () -> Caller.PATIENT,
        RequestLimits.DEFAULT,
        bytes -> {},
        () -> true);
  }
}
