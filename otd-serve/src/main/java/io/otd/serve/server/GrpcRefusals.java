package io.otd.serve.server;

import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.grpc.GrpcExceptionHandlerFunction;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.RequestTimeoutException;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Says how calls end that never reach a service. Armeria's codes say that the server is at fault
 * where bytes are no message: whoever watches the server would be woken by any client.
 */
final class GrpcRefusals implements GrpcExceptionHandlerFunction {
  @Override
  public @Nullable Status apply(
      RequestContext ctx, Status status, Throwable cause, Metadata metadata) {
    if (cause instanceof RequestTimeoutException) {
      return Status.DEADLINE_EXCEEDED.withDescription("Deadline exceeded");
    }
    if (cause instanceof ContentTooLargeException
        || cause.getCause() instanceof ContentTooLargeException) {
      return Status.RESOURCE_EXHAUSTED.withDescription("The message is larger than the limit.");
    }
    boolean fault =
        status.getCode() == Status.Code.INTERNAL || status.getCode() == Status.Code.UNKNOWN;
    if (fault && !ctx.log().isAvailable(RequestLogProperty.REQUEST_CONTENT)) {
      return Status.INVALID_ARGUMENT.withDescription("The body is not one message of this method.");
    }
    return null; // The usual.
  }
}
