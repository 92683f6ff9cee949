// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.settings.AnswerSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the paths of a protocol. The event loop only collects the body; everything else runs on
 * the executor, and is rejected at once if that is full.
 */
public final class RestService implements HttpService {
  /** Answered by the headers alone. */
  private static final RestTarget OPTIONS =
      new RestTarget(
          RestCall.get(
              "options",
              (model, headers, body) -> {
                throw new IllegalStateException("no reply with a body");
              }),
          RestTarget.ALL);

  private final RestProtocol protocol;
  private final Executor executor;
  private final AnswerSettings settings;
  private final RestReplies replies;

  RestService(RestProtocol protocol, Executor executor, AnswerSettings settings) {
    this.protocol = protocol;
    this.executor = executor;
    this.settings = settings;
    replies = new RestReplies(settings);
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    RestTarget target;
    try {
      target = read(ctx, request.headers());
    } catch (ServingException | WrongMethodException e) {
      ctx.logBuilder().name(protocol.label(), "malformed");
      return UnreadBody.before(ctx, request, replies.of(e));
    }
    ctx.logBuilder()
        .name(protocol.label(), target.call().name()); // Later is too late for telemetry.
    CompletableFuture<HttpResponse> reply = new CompletableFuture<>();
    CompletableFuture<?> unused =
        request
            .aggregate()
            .handle(
                (whole, failure) -> {
                  start(ctx, target, whole, failure, reply);
                  return true;
                });
    return HttpResponse.of(reply);
  }

  private void start(
      ServiceRequestContext ctx,
      RestTarget target,
      @Nullable AggregatedHttpRequest whole,
      @Nullable Throwable failure,
      CompletableFuture<HttpResponse> reply) {
    if (whole == null) {
      reply.complete(replies.ofUnread(failure, ctx.maxRequestLength()));
      return;
    }
    try {
      Runnable task = () -> reply.complete(answer(ctx, target, whole));
      executor.execute(ctx.makeContextAware(task));
    } catch (RejectedExecutionException e) {
      reply.complete(
          replies.of(
              new ServingException(
                  StatusCode.UNAVAILABLE, "The server has too many requests waiting", e)));
    }
  }

  private HttpResponse answer(
      ServiceRequestContext ctx, RestTarget target, AggregatedHttpRequest request) {
    if (ctx.isCancelled()) {
      return replies.of(RestReplies.cancelled());
    }
    try {
      if (settings.crossOrigin()
          && request.method() == HttpMethod.OPTIONS
          && request.headers().contains(HttpHeaderNames.ORIGIN)) {
        return replies.empty();
      }
      RequestHeaders headers = request.headers();
      if (request.method() == HttpMethod.OPTIONS) {
        return replies.methods(protocol.find(headers.method().name(), path(ctx, headers)).method());
      }
      return replies.of(
          target
              .call()
              .answer()
              .of(
                  target.model(),
                  headers,
                  () ->
                      RequestBody.unpacked(
                          request.content().array(),
                          headers.get(HttpHeaderNames.CONTENT_ENCODING, ""),
                          ctx.maxRequestLength())));
    } catch (RuntimeException | OutOfMemoryError e) {
      return replies.of(e);
    }
  }

  /** The path as it was sent, with what follows it. */
  private static String path(ServiceRequestContext ctx, RequestHeaders headers) {
    int query = headers.path().indexOf('?');
    return query < 0 ? ctx.rawPath() : ctx.rawPath() + headers.path().substring(query);
  }

  private RestTarget read(ServiceRequestContext ctx, RequestHeaders headers) {
    return headers.method() == HttpMethod.OPTIONS
        ? OPTIONS
        : protocol.read(Methods.answering(headers.method()), path(ctx, headers));
  }
}
