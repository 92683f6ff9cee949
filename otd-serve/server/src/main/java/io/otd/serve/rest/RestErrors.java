// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.json.ReplyJson;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers with JSON if a request ends before or outside of the service: too large, too slow, or to
 * an unknown path. Requests of gRPC are left to others.
 */
final class RestErrors implements ServerErrorHandler {
  private final RestReplies replies;

  RestErrors(RestReplies replies) {
    this.replies = replies;
  }

  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext ctx, Throwable cause) {
    boolean ours = ctx.config().service().as(RestService.class) != null;
    if (ours && cause instanceof RequestTimeoutException) {
      CompletableFuture<Void> received = ctx.request().whenComplete();
      if (!received.isDone() || received.isCompletedExceptionally()) {
        return replies.unfinished();
      }
      return replies.of(
          new ServingException(StatusCode.DEADLINE_EXCEEDED, "Deadline exceeded", cause));
    }
    return ours && RestReplies.isTooLarge(cause) ? replies.tooLarge(ctx.maxRequestLength()) : null;
  }

  @Override
  public @Nullable AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext ctx,
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    MediaType sent = headers == null ? null : headers.contentType();
    if (sent != null && sent.subtype().startsWith("grpc")) {
      return null;
    }
    String text = description == null ? status.reasonPhrase() : description;
    return AggregatedHttpResponse.of(status, MediaType.JSON, HttpData.wrap(ReplyJson.error(text)));
  }
}
