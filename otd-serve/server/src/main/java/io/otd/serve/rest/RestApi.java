// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.Route;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerErrorHandler;
import io.otd.core.internal.files.ClassResource;
import io.otd.serve.inference.Inference;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.telemetry.EndedRequest;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The HTTP services: TensorFlow Serving's API v1, the Open Inference Protocol v2, their description
 * under {@code /openapi.json}, {@code /health/live} and {@code /health/ready}.
 *
 * @param settings how it answers
 * @param clock for the names of predictions
 */
public record RestApi(AnswerSettings settings, Clock clock) {
  /** Case-insensitive, as in TensorFlow Serving; errors below are reported there. */
  private static final String API = "(?i)^/v1(?:/.*)?$";

  /** Health has its own paths, which answer even if no request may wait. */
  private static final String OPEN_INFERENCE = "^/v2(?!/health/)(?:/.*)?$";

  /**
   * Adds the paths to a server, and makes its errors JSON.
   *
   * @param server with its limit to the body of a request, packed or not; no other error handler is
   *     set afterwards
   * @param inference the inference layer
   * @param extension adds to the API
   * @param executor runs the requests; rejects one when too many wait
   */
  public void open(
      ServerBuilder server, Inference inference, RestExtension extension, Executor executor) {
    RestCalls calls =
        new RestCalls(inference, settings.nonFinite(), new PredictionIds(clock), extension);
    RestProtocol serving =
        new ServingProtocol(
            calls.list(), calls.shared(), calls.own(extension.calls(settings.nonFinite())));
    RestProtocol openInference =
        new OpenInferenceProtocol(new OpenInference(inference), settings.nonFinite());
    route(server, API, new RestService(serving, executor, settings));
    route(server, OPEN_INFERENCE, new RestService(openInference, executor, settings));
    byte[] description = ClassResource.bytes(RestApi.class, "openapi.json");
    server.service(
        "/openapi.json",
        (context, request) ->
            HttpResponse.of(HttpStatus.OK, MediaType.JSON, HttpData.wrap(description)));
    health(server, "/health/live", "healthy", inference::isLive, HttpStatus.SERVICE_UNAVAILABLE);
    health(server, "/health/ready", "healthy", inference::isReady, HttpStatus.SERVICE_UNAVAILABLE);
    health(server, "/v2/health/live", "live", inference::isLive, HttpStatus.BAD_REQUEST);
    health(server, "/v2/health/ready", "ready", inference::isReady, HttpStatus.BAD_REQUEST);
    server.errorHandler(
        new RestErrors(new RestReplies(settings)).orElse(ServerErrorHandler.ofDefault()));
  }

  private void route(ServerBuilder server, String paths, RestService service) {
    server
        .route()
        .addRoute(Route.builder().regex(paths).build())
        .requestTimeout(settings.timeout())
        .build(service);
  }

  private static void health(
      ServerBuilder server,
      String path,
      String member,
      BooleanSupplier healthy,
      HttpStatus otherwise) {
    server.service(
        path,
        (context, request) -> {
          context.logBuilder().name(EndedRequest.PROBE, EndedRequest.PROBE);
          boolean now = healthy.getAsBoolean();
          return HttpResponse.of(
              now ? HttpStatus.OK : otherwise,
              MediaType.JSON,
              "{\"%s\": %b}\n".formatted(member, now));
        });
  }
}
