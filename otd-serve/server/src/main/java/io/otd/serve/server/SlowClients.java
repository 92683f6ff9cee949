// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.otd.serve.json.ReplyJson;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Bounds the time that clients take: to send a request after its headers, to read the answer after
 * it has begun, and to begin a request on a connection. The time between, in which the server
 * works, is not theirs.
 */
final class SlowClients {
  private final ClientLimits limits;
  private final OpenConnections open;
  private final boolean secure;

  /**
   * Bounds with these limits.
   *
   * @param limits for them
   * @param open the connections of the server
   * @param secure whether they use TLS
   */
  SlowClients(ClientLimits limits, OpenConnections open, boolean secure) {
    this.limits = limits;
    this.open = open;
    this.secure = secure;
  }

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
              return unknown.isPresent() ? refusal(unknown.get()) : delegate.serve(ctx, request);
            });
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
    if (secure) {
      pipeline.addLast(heads); // Behind the decryption; what decodes requests follows later.
    } else {
      pipeline.addFirst(heads);
    }
    pipeline.addFirst(new WatchedConnection(limits.idle(), open, heads));
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
