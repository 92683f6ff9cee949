// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.grpc.GrpcExceptionHandlerFunction;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.grpc.Metadata;
import io.grpc.Status;
import io.otd.serve.internal.status.ServingException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How calls end that never reach a service. */
public final class GrpcRefusals {
  private GrpcRefusals() {}

  /** Whether a request expects its answer in gRPC's form. */
  public static boolean expects(@Nullable MediaType request) {
    return request != null && request.subtype().startsWith("grpc");
  }

  /**
   * An answer that is a status alone.
   *
   * @param request of type, as in {@link #expects}
   * @param status with a description
   */
  public static HttpResponse reply(MediaType request, Status status) {
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .endOfStream(true)
            .contentType(request)
            .set("grpc-status", Integer.toString(status.getCode().value()))
            .set("grpc-message", String.valueOf(status.getDescription()))
            .build());
  }

  /** Errors before or outside of a call, in gRPC's form. */
  public static ServerErrorHandler outsideCalls() {
    ServerErrorHandler known =
        (ctx, failure) -> {
          MediaType type = ctx.request().contentType();
          return type != null && expects(type)
              ? status(ctx, failure).map(status -> reply(type, status)).orElse(null)
              : null;
        };
    return known.orElse(ServerErrorHandler.ofDefault());
  }

  /**
   * An error while a message was read. Armeria's codes report a server error if the bytes are not a
   * message: any client could raise an alarm.
   */
  public static GrpcExceptionHandlerFunction insideCalls() {
    return GrpcRefusals::inside;
  }

  private static @Nullable Status inside(
      RequestContext ctx, Status status, Throwable failure, Metadata metadata) {
    Optional<Status> known =
        ctx instanceof ServiceRequestContext service ? common(service, failure) : Optional.empty();
    if (known.isPresent()) {
      return known.get();
    }
    boolean fault =
        status.getCode() == Status.Code.INTERNAL || status.getCode() == Status.Code.UNKNOWN;
    return fault && !ctx.log().isAvailable(RequestLogProperty.REQUEST_CONTENT)
        ? Status.INVALID_ARGUMENT.withDescription("The body is not one message of this method.")
        : null;
  }

  private static Optional<Status> status(ServiceRequestContext ctx, Throwable failure) {
    Optional<Status> known = common(ctx, failure);
    return known.isEmpty() && Exceptions.peel(failure) instanceof IllegalArgumentException
        ? Optional.of( // Services handle their own exceptions.
            Status.INVALID_ARGUMENT.withDescription("metadata that is not what its name says"))
        : known;
  }

  private static Optional<Status> common(ServiceRequestContext ctx, Throwable failure) {
    Throwable cause = Exceptions.peel(failure);
    if (cause instanceof RequestTimeoutException) {
      return Optional.of(Status.DEADLINE_EXCEEDED.withDescription("Deadline exceeded"));
    }
    if (ofKind(ClosedStreamException.class, cause).isPresent()) {
      return Optional.of(Status.CANCELLED.withDescription("The client has left"));
    }
    Optional<ServingException> refused = ofKind(ServingException.class, cause);
    if (refused.isPresent()) {
      return refused.map(
          r -> Status.fromCodeValue(r.code().number()).withDescription(r.getMessage()));
    }
    return ofKind(ContentTooLargeException.class, cause).isPresent()
        ? Optional.of(
            Status.RESOURCE_EXHAUSTED.withDescription(
                "message larger than the limit of %s bytes".formatted(ctx.maxRequestLength())))
        : Optional.empty();
  }

  /** A failure or what caused it, whichever is of a kind. */
  private static <T extends Throwable> Optional<T> ofKind(Class<T> kind, Throwable failure) {
    return Stream.of(failure, failure.getCause())
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst();
  }
}
