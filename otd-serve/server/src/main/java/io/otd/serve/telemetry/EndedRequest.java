// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been answered, or has ended otherwise.
 *
 * @param protocol {@code rest} or {@code grpc}
 * @param method such as {@code predict}, {@code Predict}, {@code GET}
 * @param trace what it was for
 * @param status number of HTTP, or name of gRPC's code
 * @param isFault whether the server is to blame
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
  private static final String GRPC_STATUS = "grpc-status";

  /**
   * The information in the log of a request.
   *
   * @param log complete
   */
  public static EndedRequest of(RequestLog log) {
    RequestContext context = log.context();
    ServiceRequestContext service = context instanceof ServiceRequestContext s ? s : null;
    String grpc = grpcStatus(log);
    int http = log.responseHeaders().status().code();
    StatusCode code = grpc == null ? StatusCode.OK : StatusCode.of(Integer.parseInt(grpc));
    return new EndedRequest(
        grpc == null ? "rest" : "grpc",
        log.name(),
        RequestTrace.of(service),
        grpc == null ? Integer.toString(http) : code.name(),
        http >= 500 || code.http() >= 500,
        Duration.ofNanos(log.totalDurationNanos()),
        service == null ? "" : service.clientAddress().getHostAddress());
  }

  /** The status follows the answer, or is in its headers if there is nothing else. */
  private static @Nullable String grpcStatus(RequestLog log) {
    String behind = log.responseTrailers().get(GRPC_STATUS);
    return behind == null ? log.responseHeaders().get(GRPC_STATUS) : behind;
  }
}
