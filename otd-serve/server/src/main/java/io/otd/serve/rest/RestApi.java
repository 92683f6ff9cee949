// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.server.Route;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerErrorHandler;
import io.otd.serve.inference.Inference;
import java.time.Clock;
import java.util.concurrent.Executor;

/**
 * What answers over HTTP: the API v1, its description under {@code /openapi.json}, {@code
 * /health/live} and {@code /health/ready}.
 */
public final class RestApi {
  /** Any case of letters, as TensorFlow Serving takes it; what is wrong below is refused there. */
  private static final String API = "(?i)^/v1(?:/.*)?$";

  private final RestSettings settings;
  private final Clock clock;

  /**
   * The API, to be added to servers.
   *
   * @param settings how it answers
   * @param clock for the names of predictions
   */
  public RestApi(RestSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Adds the paths to a server, and makes its errors JSON.
   *
   * @param server with its limit to the body of a request, packed or not; no other error handler is
   *     set afterwards
   * @param inference what is asked
   * @param extension adds to the API
   * @param executor runs the requests; rejects one when too many wait
   */
  public void open(
      ServerBuilder server, Inference inference, RestExtension extension, Executor executor) {
    RestService service =
        new RestService(
            new RestCalls(inference, settings.nonFinite(), new PredictionIds(clock), extension),
            new RestPaths(extension.verbs()),
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
