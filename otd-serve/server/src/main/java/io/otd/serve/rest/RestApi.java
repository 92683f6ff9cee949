// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.server.Route;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerErrorHandler;
import io.otd.serve.inference.Inference;
import io.otd.serve.monitor.Monitor;
import java.time.Clock;
import java.util.concurrent.Executor;

/**
 * What answers over HTTP: the API v1, its description under {@code /openapi.json}, {@code
 * /health/live} and {@code /health/ready}.
 *
 * @param settings how it answers
 * @param clock for the names of predictions
 */
public record RestApi(RestSettings settings, Clock clock) {
  /** Any case of letters, as TensorFlow Serving takes it; what is wrong below is refused there. */
  private static final String API = "(?i)^/v1(?:/.*)?$";

  /**
   * Adds the paths to a server, and makes its errors JSON.
   *
   * @param server with its limit to the body of a request, packed or not; no other error handler is
   *     set afterwards
   * @param inference what is asked
   * @param monitor remembers what was predicted
   * @param executor runs the requests; rejects one when too many wait
   */
  public void open(ServerBuilder server, Inference inference, Monitor monitor, Executor executor) {
    RestService service =
        new RestService(
            new RestCalls(inference, settings.nonFinite(), new PredictionIds(clock), monitor),
            executor,
            settings);
    server
        .route()
        .addRoute(Route.builder().regex(API).build())
        .requestTimeout(settings.timeout())
        .build(service);
    server.service("/openapi.json", new OpenApiService());
    server.service("/health/live", new HealthService(() -> true));
    server.service("/health/ready", new HealthService(inference::isReady));
    server.errorHandler(
        new RestErrors(new RestReplies(settings)).orElse(ServerErrorHandler.ofDefault()));
  }
}
