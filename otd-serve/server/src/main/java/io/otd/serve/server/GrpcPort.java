// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.grpc.GrpcHealthCheckService;
import com.linecorp.armeria.server.grpc.GrpcHealthCheckServiceBuilder;
import com.linecorp.armeria.server.grpc.GrpcService;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import com.linecorp.armeria.server.healthcheck.SettableHealthChecker;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.otd.serve.grpc.GrpcRefusals;
import io.otd.serve.grpc.Reflection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What answers over gRPC: services, their health, and reflection.
 *
 * @param requestBytes of a request at most
 * @param deadline of a request whose client gives none; zero for none
 * @param ready whether the server is
 */
record GrpcPort(int requestBytes, Duration deadline, SettableHealthChecker ready) {
  /** The header of a deadline, in milliseconds as 600000m: at most eight digits. */
  private static final String DEADLINE = "grpc-timeout";

  /**
   * Adds services to a server.
   *
   * @param builder with its address and its limits
   * @param services that models answer
   */
  Server open(ServerBuilder builder, List<BindableService> services) {
    GrpcServiceBuilder all =
        GrpcService.builder()
            .maxRequestMessageLength(requestBytes)
            // Without JSON in gRPC frames, which no client uses: preparing for it takes a second.
            .supportedSerializationFormats(
                GrpcSerializationFormats.PROTO,
                GrpcSerializationFormats.PROTO_WEB,
                GrpcSerializationFormats.PROTO_WEB_TEXT)
            .exceptionHandler(GrpcRefusals.insideCalls());
    List<ServerServiceDefinition> definitions =
        new ArrayList<>(services.stream().map(BindableService::bindService).toList());
    GrpcHealthCheckService health = health(definitions);
    definitions.forEach(all::addService);
    all.addService(health);
    definitions.add(health.bindService());
    new Reflection(definitions).services().forEach(all::addService);
    return builder
        .service(all.build(), service -> service.decorate(this::withDeadline), EarlyService::new)
        .errorHandler(GrpcRefusals.outsideCalls())
        .build();
  }

  /** As if the client had given the deadline; not for calls that may last. */
  private HttpResponse withDeadline(
      HttpService service, ServiceRequestContext call, HttpRequest request) throws Exception {
    RequestHeaders headers = request.headers();
    if (deadline.isZero() || headers.contains(DEADLINE) || mayLast(headers.path())) {
      return service.serve(call, request);
    }
    HttpRequest limited =
        request.withHeaders(
            headers.toBuilder().set(DEADLINE, Math.max(1, deadline.toMillis()) + "m"));
    call.updateRequest(limited);
    return service.serve(call, limited);
  }

  /** Streams of health and reflection, and calls that wait until models are loaded. */
  private static boolean mayLast(String path) {
    return path.startsWith("/grpc.")
        || path.endsWith("/HandleReloadConfigRequest")
        || path.endsWith("/RepositoryModelLoad");
  }

  /** The health of the server, by no name, and by that of each service. */
  private GrpcHealthCheckService health(List<ServerServiceDefinition> services) {
    GrpcHealthCheckServiceBuilder health = GrpcHealthCheckService.builder().checkers(ready);
    services.forEach(
        service -> health.serviceCheckers(service.getServiceDescriptor().getName(), ready));
    return health.build();
  }
}
