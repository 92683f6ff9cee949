// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.otd.predict.Predictor;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Micrometer meters: {@code otd.requests}, {@code otd.request.rows} and {@code otd.model.version},
 * by model.
 */
record MicrometerMeters(MeterRegistry registry) implements PredictionMeters {
  private static final String MODEL = "model";
  private static final String METHOD = "method";

  @Override
  public void opened(String model, Predictor predictor) {
    Gauge unused =
        Gauge.builder("otd.model.version", predictor, MicrometerMeters::version)
            .description("Number of the version that answers; NaN if its directory has none")
            .tag(MODEL, model)
            .register(registry);
  }

  private static double version(Predictor predictor) {
    return predictor.version().isPresent() ? predictor.version().getAsLong() : Double.NaN;
  }

  @Override
  public <T> T measured(String model, String method, int rows, Supplier<T> request) {
    Timer.Sample sample = Timer.start(registry);
    String outcome = "error";
    try {
      T answer = request.get();
      outcome = "success";
      return answer;
    } catch (IllegalArgumentException e) {
      outcome = "invalid";
      throw e;
    } catch (RejectedExecutionException | CancellationException e) {
      outcome = "rejected";
      throw e;
    } finally {
      sample.stop(timer(model, method, outcome));
      rows(model, method).record(rows);
    }
  }

  private Timer timer(String model, String method, String outcome) {
    return Timer.builder("otd.requests")
        .description("Requests to a model: their number and how long they took")
        .tags(MODEL, model, METHOD, method, "outcome", outcome)
        .register(registry);
  }

  private DistributionSummary rows(String model, String method) {
    return DistributionSummary.builder("otd.request.rows")
        .description("Rows of the requests to a model")
        .baseUnit("rows")
        .tags(MODEL, model, METHOD, method)
        .register(registry);
  }
}
