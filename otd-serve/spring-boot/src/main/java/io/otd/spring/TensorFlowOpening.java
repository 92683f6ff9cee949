// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.spring.OtdProperties.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Opens models with TensorFlow. Must not be loaded without it. */
final class TensorFlowOpening {
  private TensorFlowOpening() {}

  static Predictor open(Path path, Model model, Duration poll, VersionListener listener)
      throws IOException {
    PredictorOptions options =
        PredictorOptions.DEFAULT
            .polling(poll)
            .telling(listener)
            .compiling(model.compute().compile());
    return OtdPredictor.open(
        path, model.compute().batching() ? options.batching(model.batching()) : options);
  }
}
