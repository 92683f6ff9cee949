package io.otd.serve.rest;

import com.linecorp.armeria.server.Route;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerErrorHandler;
import io.otd.serve.inference.Inference;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The REST door of a server: the API v1, {@code /health/live} and {@code /health/ready}.
 *
 * @param inference what is asked
 * @param executor runs the requests; refuses more than it wants to have waiting
 * @param ready whether requests may come
 * @param settings how it answers
 */
public record RestDoor(
    Inference inference, Executor executor, BooleanSupplier ready, RestSettings settings) {
  /** Any case of letters, as TensorFlow Serving takes it; what is wrong below is refused there. */
  private static final String API = "(?i)^/v1(?:/.*)?$";

  /**
   * Adds the paths to a server, and makes its errors JSON: to what is not gRPC.
   *
   * @param server no other error handler is set afterwards
   */
  public void join(ServerBuilder server) {
    RestService service =
        new RestService(
            new RestCalls(inference, settings.nonFinite()), executor, settings);
    server
        .route()
        .addRoute(Route.builder().regex(API).build())
        .maxRequestLength(settings.bodyLimit())
        .build(service);
    server.errorHandler(new RestErrors(new RestReplies(settings)).orElse(ServerErrorHandler.ofDefault()));
    server.service("/health/live", new HealthService(() -> true));
    server.service("/health/ready", new HealthService(ready));
  }
}
