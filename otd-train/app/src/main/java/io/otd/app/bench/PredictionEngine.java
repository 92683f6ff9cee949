// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import io.otd.light.LightPredictor;
import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** An engine that computes predictions of an exported model. */
public enum PredictionEngine {
  /** {@link OtdPredictor}: plain TensorFlow. */
  TENSORFLOW {
    @Override
    Predictor open(Path directory, List<Integer> rows) throws IOException {
      return OtdPredictor.open(directory);
    }
  },
  /** The same, compiled by XLA for the requested numbers of rows. */
  COMPILED {
    @Override
    Predictor open(Path directory, List<Integer> rows) throws IOException {
      return OtdPredictor.open(directory, PredictorOptions.DEFAULT.compiling(rows));
    }
  },
  /** {@link LightPredictor}: plain Java. */
  LIGHT {
    @Override
    Predictor open(Path directory, List<Integer> rows) throws IOException {
      return LightPredictor.open(directory);
    }
  };

  /**
   * Opens a model.
   *
   * @param directory of its versions
   * @param rows of the requests to come
   */
  abstract Predictor open(Path directory, List<Integer> rows) throws IOException;

  /** Its name as a user writes it. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
