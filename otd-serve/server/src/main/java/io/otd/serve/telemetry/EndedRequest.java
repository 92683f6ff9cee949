// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.stream.CancelledSubscriptionException;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.RequestCancellationException;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.grpc.GrpcService;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been answered, or has ended otherwise.
 *
 * @param protocol {@code rest} or {@code grpc}
 * @param method such as {@code predict}, {@code Predict}, {@code GET}
 * @param trace what it was for
 * @param status number of HTTP, or name of gRPC's code; 499, or CANCELLED, if the client left
 * @param isFault whether the server is to blame; an unhealthy server is not
 * @param duration from its first byte to the last of the answer
 * @param client its address
 */
public record EndedRequest(
    String protocol,
    String method,
    RequestTrace trace,
    String status,
    boolean isFault,
    Duration duration,
    String client) {
  /** The service and the method of questions whether the server is healthy. */
  public static final String PROBE = "health";

  private static final String GRPC_STATUS = "grpc-status";
  private static final int CLIENT_LEFT = StatusCode.CANCELLED.http();

  /**
   * The information in the log of a request.
   *
   * @param log complete
   */
  public static EndedRequest of(RequestLog log) {
    RequestContext context = log.context();
    ServiceRequestContext service = context instanceof ServiceRequestContext s ? s : null;
    String sent = grpcStatus(log);
    boolean grpc = sent != null || isGrpc(service);
    int http = http(log);
    StatusCode code = sent == null ? code(http) : StatusCode.of(Integer.parseInt(sent));
    if (code != StatusCode.OK && clientLeft(log)) {
      code = StatusCode.CANCELLED;
    }
    return new EndedRequest(
        grpc ? "grpc" : "rest",
        log.name(),
        RequestTrace.of(service),
        grpc ? code.name() : Integer.toString(http),
        (grpc ? code.http() : http) >= 500 && !PROBE.equals(log.serviceName()),
        Duration.ofNanos(log.totalDurationNanos()),
        service == null ? "" : service.clientAddress().getHostAddress());
  }

  private static boolean isGrpc(@Nullable ServiceRequestContext service) {
    return service != null && service.config().service().as(GrpcService.class) != null;
  }

  /** The status of the reply; if the client left before it, the status that says so. */
  private static int http(RequestLog log) {
    int sent = log.responseHeaders().status().code();
    return sent == 0 || (sent >= 500 && clientLeft(log)) ? CLIENT_LEFT : sent;
  }

  /** The status of a call that ended without one. */
  private static StatusCode code(int http) {
    if (http == CLIENT_LEFT) {
      return StatusCode.CANCELLED;
    }
    if (http >= 500) {
      return StatusCode.INTERNAL;
    }
    return http >= 400 ? StatusCode.INVALID_ARGUMENT : StatusCode.OK;
  }

  /** Whether the connection was lost, or the client has cancelled the request. */
  private static boolean clientLeft(RequestLog log) {
    return Stream.of(
            Optional.ofNullable(log.requestCause()), Optional.ofNullable(log.responseCause()))
        .flatMap(Optional::stream)
        .map(Exceptions::peel)
        .anyMatch(
            cause ->
                cause instanceof ClosedStreamException
                    || cause instanceof RequestCancellationException
                    || cause instanceof CancelledSubscriptionException
                    || cause instanceof IOException);
  }

  /** The status follows the answer, or is in its headers if there is nothing else. */
  private static @Nullable String grpcStatus(RequestLog log) {
    String behind = log.responseTrailers().get(GRPC_STATUS);
    return behind == null ? log.responseHeaders().get(GRPC_STATUS) : behind;
  }
}
