// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.core.internal.check.Check;
import io.otd.light.LightPredictor;
import io.otd.light.internal.versions.LightVersions;
import io.otd.predict.Predictor;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.settings.ComputeSettings;
import io.otd.serve.internal.settings.Engine;
import io.otd.spring.OtdProperties.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Opens models with the engine in plain Java. */
final class LightOpening {
  private LightOpening() {}

  static Predictor open(Path path, Model model, Duration poll, VersionListener listener)
      throws IOException {
    if (!model.compute().equals(ComputeSettings.plain(Engine.LIGHT))) {
      throw new IllegalArgumentException(
          "compute.batching and compute.compile: set (expected: not set with the engine light,"
              + " which computes rows one by one)");
    }
    if (OtdModels.holdsVersions(path)) {
      return LightVersions.open(path, poll, listener);
    }
    Check.that(poll.isZero() || !Files.exists(path), "poll", poll, "0, as %s is one version", path);
    return LightPredictor.open(path);
  }
}
