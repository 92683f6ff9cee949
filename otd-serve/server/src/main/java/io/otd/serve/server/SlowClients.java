// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.otd.serve.json.reply.ReplyJson;
import io.otd.serve.rest.UnreadBody;
import io.otd.serve.settings.LimitSettings;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Bounds the time that clients take: to send a request after its headers, to read the answer after
 * it has begun, and to begin a request on a connection. The time between, in which the server
 * works, is not theirs.
 *
 * @param limits for them
 * @param open the connections of the server
 * @param secure whether they use TLS
 */
record SlowClients(LimitSettings limits, OpenConnections open, boolean secure) {
  void bound(ServerBuilder server) {
    server
        .idleTimeoutMillis(0) // It would count any byte, also of headers that never end.
        .childChannelPipelineCustomizer(this::watch)
        .decorator(
            (delegate, ctx, request) -> {
              WatchedConnection connection = WatchedConnection.of(ctx);
              if (connection == null) {
                return delegate.serve(ctx, request);
              }
              if (!begin(connection, ctx, request)) {
                return HttpResponse.streaming(); // The connection that ends before it is closed.
              }
              Optional<String> unknown =
                  ctx.sessionProtocol().isMultiplex()
                      ? Optional.empty()
                      : connection.unknownCoding();
              if (unknown.isPresent()) {
                return refusal(unknown.get());
              }
              return connection.waiting().isWithheld()
                  ? awaiting(connection, delegate, ctx, request)
                  : delegate.serve(ctx, request);
            });
  }

  /** Serves a request whose client waits with the body. */
  private static HttpResponse awaiting(
      WatchedConnection connection,
      HttpService delegate,
      ServiceRequestContext ctx,
      HttpRequest request)
      throws Exception {
    AwaitedBody body =
        new AwaitedBody(request, ctx.eventLoop().withoutContext(), connection.waiting());
    long length = request.headers().contentLength();
    if (length > ctx.maxRequestLength()) {
      body.refuse(
          ContentTooLargeException.builder()
              .maxContentLength(ctx.maxRequestLength())
              .contentLength(length)
              .build());
    }
    UnreadBody.await(ctx);
    HttpResponse reply = delegate.serve(ctx, body);
    if (connection.waiting().isWithheld()) {
      connection.endWith(ctx); // The client may send the body nevertheless, or not.
    }
    return reply;
  }

  private static HttpResponse refusal(String coding) {
    return HttpResponse.of(
        HttpStatus.NOT_IMPLEMENTED,
        MediaType.JSON,
        HttpData.wrap(
            ReplyJson.error("Transfer-Encoding: %s (expected: chunked)".formatted(coding))));
  }

  private void watch(ChannelPipeline pipeline) {
    RequestHeads heads = new RequestHeads();
    WatchedConnection connection = new WatchedConnection(limits.idle(), open, heads);
    if (secure) { // Behind the decryption; what decodes requests follows later.
      pipeline.addLast(heads, connection.waiting());
    } else {
      pipeline.addFirst(heads, connection.waiting());
    }
    pipeline.addFirst(connection);
  }

  /** Whether the request is to be answered. */
  private boolean begin(
      WatchedConnection connection, ServiceRequestContext ctx, HttpRequest request) {
    if (!connection.begin(ctx)) {
      return false;
    }
    EventLoop loop = ctx.eventLoop().withoutContext();
    CompletableFuture<?> ended =
        ctx.log().whenComplete().thenRun(() -> loop.execute(() -> connection.end(ctx)));
    TransferLimit.start(
        limits.transfer(),
        loop,
        connection::received,
        request.whenComplete(),
        () -> {
          WatchedConnection.endAfter(ctx);
          ctx.timeoutNow();
        });
    if (!WatchedConnection.isStream(ctx)) {
      CompletableFuture<?> unused =
          ctx.log()
              .whenAvailable(RequestLogProperty.RESPONSE_HEADERS)
              .thenRun(
                  () ->
                      TransferLimit.start(
                          limits.transfer(), loop, connection::sent, ended, connection::cut));
    }
    return true;
  }
}
