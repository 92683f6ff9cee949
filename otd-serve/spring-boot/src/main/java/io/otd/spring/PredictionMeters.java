// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import java.util.function.Supplier;

/** Measures requests to models. */
interface PredictionMeters {
  /** Measures nothing. */
  PredictionMeters NONE =
      new PredictionMeters() {
        @Override
        public void opened(String model, Predictor predictor) {}

        @Override
        public <T> T measured(String model, String method, int rows, Supplier<T> request) {
          return request.get();
        }
      };

  /**
   * A model was opened.
   *
   * @param predictor provides its version
   */
  void opened(String model, Predictor predictor);

  /**
   * Answers a request.
   *
   * @param <T> the answer
   * @param model name of the model
   * @param method predict or draw
   * @param rows of the request
   * @param request computes the answer; its exceptions are passed on
   */
  <T> T measured(String model, String method, int rows, Supplier<T> request);
}
