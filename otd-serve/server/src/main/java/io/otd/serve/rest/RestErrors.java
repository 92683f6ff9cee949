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
import io.otd.serve.json.reply.ReplyJson;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers with JSON if a request ends before or outside of the service: too large, too slow, or to
 * an unknown path. Requests of gRPC are left to others.
 */
record RestErrors(RestReplies replies) implements ServerErrorHandler {
  private static final Logger LOG = LoggerFactory.getLogger(RestErrors.class);
  private static final List<String> NETWORK = List.of("com.linecorp.armeria.", "io.netty.");

  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext ctx, Throwable cause) {
    boolean ours = ctx.config().service().as(RestService.class) != null;
    if (cause instanceof RequestTimeoutException) {
      CompletableFuture<Void> received = ctx.request().whenComplete();
      if (!received.isDone() || received.isCompletedExceptionally()) {
        return replies.unfinished();
      }
      if (ours) {
        return replies.of(
            new ServingException(StatusCode.DEADLINE_EXCEEDED, "Deadline exceeded", cause));
      }
    }
    if (ours && cause instanceof ServingException) {
      return replies.of(cause);
    }
    if (ours && RestReplies.isTooLarge(cause)) {
      return replies.tooLarge(ctx.maxRequestLength());
    }
    if (!isOfNetwork(cause)) {
      LOG.error("A request failed", cause);
    }
    return null;
  }

  /** Whether the network libraries end a request with such a failure: clients can cause it. */
  private static boolean isOfNetwork(Throwable cause) {
    String name = cause.getClass().getName();
    return cause instanceof IOException
        || cause instanceof ServingException
        || NETWORK.stream().anyMatch(name::startsWith);
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
    return AggregatedHttpResponse.of(
        replies.headers(status).build(), HttpData.wrap(ReplyJson.error(text)));
  }
}
