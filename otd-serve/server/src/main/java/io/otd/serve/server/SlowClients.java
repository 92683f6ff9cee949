// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;

/**
 * Bounds the time that clients take: to send a request after its headers, to read the answer after
 * it has begun, and to begin a request on a connection. The time between, in which the server
 * works, is not theirs.
 */
final class SlowClients {
  /** Calls whose answers wait for events. */
  private static final String STREAMS = "/grpc.";

  private final ClientLimits limits;

  /**
   * Bounds with these limits.
   *
   * @param limits for them
   */
  SlowClients(ClientLimits limits) {
    this.limits = limits;
  }

  void bound(ServerBuilder server) {
    server
        .idleTimeoutMillis(0) // It would count any byte, also of headers that never end.
        .childChannelPipelineCustomizer(
            pipeline -> pipeline.addFirst(new WatchedConnection(limits.idle())))
        .decorator(
            (delegate, ctx, request) -> {
              begin(ctx, request);
              return delegate.serve(ctx, request);
            });
  }

  private void begin(ServiceRequestContext ctx, HttpRequest request) {
    WatchedConnection connection = WatchedConnection.of(ctx);
    if (connection == null) {
      return;
    }
    EventLoop loop = ctx.eventLoop().withoutContext();
    connection.begin();
    CompletableFuture<?> ended =
        ctx.log().whenComplete().thenRun(() -> loop.execute(connection::end));
    TransferLimit.start(
        limits.transfer(),
        loop,
        connection::received,
        request.whenComplete(),
        () -> {
          WatchedConnection.endAfter(ctx);
          ctx.timeoutNow();
        });
    if (!ctx.path().startsWith(STREAMS)) {
      CompletableFuture<?> unused =
          ctx.log()
              .whenAvailable(RequestLogProperty.RESPONSE_HEADERS)
              .thenRun(
                  () ->
                      TransferLimit.start(
                          limits.transfer(), loop, connection::sent, ended, connection::cut));
    }
  }
}
