package io.otd.serve.server;

import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.status.StatusCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says in gRPC's words what went wrong before, or outside of, the call. */
final class GrpcErrors implements ServerErrorHandler {
  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext ctx, Throwable cause) {
    MediaType type = ctx.request().contentType();
    if (type == null || !type.subtype().startsWith("grpc")) {
      return null;
    }
    return status(ctx, cause).map(failure -> reply(type, failure)).orElse(null);
  }

  private record Failure(StatusCode code, String message) {}

  private static Optional<Failure> status(ServiceRequestContext ctx, Throwable failure) {
    Throwable cause = Exceptions.peel(failure);
    if (cause instanceof ContentTooLargeException
        || cause.getCause() instanceof ContentTooLargeException) {
      return Optional.of(
          new Failure(
              StatusCode.RESOURCE_EXHAUSTED,
              "message larger than the limit of %d bytes".formatted(ctx.maxRequestLength())));
    }
    if (cause instanceof IllegalArgumentException) { // Services catch their own.
      return Optional.of(
          new Failure(StatusCode.INVALID_ARGUMENT, "metadata that is not what its name says"));
    }
    return cause instanceof RequestTimeoutException
        ? Optional.of(new Failure(StatusCode.DEADLINE_EXCEEDED, "Deadline exceeded"))
        : Optional.empty();
  }

  private static HttpResponse reply(MediaType type, Failure failure) {
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .endOfStream(true)
            .contentType(type)
            .set("grpc-status", Integer.toString(failure.code().number()))
            .set("grpc-message", failure.message())
            .build());
  }
}
